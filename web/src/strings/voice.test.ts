import { expect, test } from 'vitest';
import { en } from './en.ts';
import { enLazy } from './en-lazy.ts';
import { enWorker } from './en-worker.ts';
import { listTexts } from './testing/texts.ts';

const STIFF =
  /\b(?:cannot|can not|could not|do not|does not|is not|are not|was not|will not|may not|e-mail)\b/i;

/** The specification prescribes these texts exactly. */
const PRESCRIBED = [
  '.connection.noSockets',
  '.notifications.arrived',
  '.roomDetails.name.empty',
  '.roomDetails.description.empty',
  '.providers.onlyWayIn',
];

const english = [...listTexts(en), ...listTexts(enLazy), ...listTexts(enWorker)];

test('texts use contractions, and write "email"', () => {
  const stiff = english.filter(([, text]) => STIFF.test(text)).map(([path]) => path);
  expect(stiff.toSorted()).toEqual(PRESCRIBED.toSorted());
});

test('a text of two sentences ends both', () => {
  const halfEnded = english.filter(([, text]) => /[.?] [A-Z].*[^.?!]$/.test(text));
  expect(halfEnded).toEqual([]);
});

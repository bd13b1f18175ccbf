import { expect, test } from 'vitest';
import { en } from './en.ts';
import { enLazy } from './en-lazy.ts';
import { enWorker } from './en-worker.ts';
import { accented, mirrored } from './pseudolocale.ts';
import { listTexts } from './testing/texts.ts';

const english = [...listTexts(en), ...listTexts(enLazy), ...listTexts(enWorker)];

const PSEUDO = [
  ['accented', accented],
  ['turned', mirrored],
] as const;

test.each(PSEUDO)('%s translates every English text, without plain letters', (_name, translate) => {
  const other = [
    ...listTexts(translate('strings', en)),
    ...listTexts(translate('lazy', enLazy)),
    ...listTexts(translate('worker', enWorker)),
  ];
  expect(other.map(([path]) => path)).toEqual(english.map(([path]) => path));
  expect(english.length).toBeGreaterThan(200);
  const plain = other.filter(([, text]) =>
    /[a-z]{2}/i.test(text.replaceAll(/\u202e\p{Letter}+\u202c/gu, '')),
  );
  expect(plain).toEqual([]);
});

test('accented texts are about a third longer, and inserted values stay as they are', () => {
  const { roomHeader } = accented('strings', en);
  const { connection, roomDetails } = accented('lazy', enLazy);
  expect(roomDetails.about('Garden')).toMatch(/^\[[^A-Za-z]+ Garden\]$/);
  expect(connection.waiting(1)).not.toBe(connection.waiting(2).replace('2', '1'));
  expect(roomHeader.adminLetter).toBe('Å');
  const length = (texts: [string, string][]) => texts.reduce((sum, [, { length }]) => sum + length, 0);
  const longer = length(listTexts(accented('strings', en))) / length(listTexts(en));
  expect(longer).toBeGreaterThan(1.25);
  expect(longer).toBeLessThan(1.5);
});

test('mirrored texts run from right to left word by word, and inserted values do not', () => {
  expect(mirrored('lazy', enLazy).roomDetails.about('Garden')).toBe('\u202eAbout\u202c Garden');
  expect(mirrored('lazy', enLazy).uploads.limit).toBe(
    '* \u202eonly\u202c \u202efiles\u202c \u202eless\u202c \u202ethan\u202c 5\u202emb\u202c \u202eare\u202c \u202eallowed\u202c',
  );
});

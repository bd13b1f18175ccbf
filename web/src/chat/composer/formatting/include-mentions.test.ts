import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveMentions } from '../../mentions/move-mentions.ts';
import { FORMATS, type Format, formatText } from './format-text.ts';
import { includeMentions } from './include-mentions.ts';
import { replace, type Selection } from './text-edit.ts';

const NAME = '@Ann Alder';

interface Formatted {
  text: string;
  /** What the ranges cover. */
  names: string[];
}

/** Formats a text whose mentions are all places of `NAME`, and then undoes it. */
function format(text: string, selection: Selection, format: Format): { done: Formatted; undone: Formatted } {
  const mentions = [...text.matchAll(new RegExp(NAME, 'g'))].map(({ index }) => ({
    start: index,
    length: NAME.length,
  }));
  const edit = formatText(text, includeMentions(selection, mentions), format);
  const after = replace(text, edit);
  const read = (text: string, ranges: typeof mentions): Formatted => ({
    text,
    names: ranges.map(({ start, length }) => text.slice(start, start + length)),
  });
  const moved = [...moveMentions(mentions, text, after, edit.start + edit.text.length)];
  return { done: read(after, moved), undone: read(text, [...moveMentions(moved, after, text, edit.end)]) };
}

test('formatting keeps the mentions in the text', () => {
  const text = `Hi ${NAME}, and ${NAME}!`;
  const all = { start: 0, end: text.length };
  expect(format(text, all, 'bold').done).toEqual({ text: `**${text}**`, names: [NAME, NAME] });
  expect(format(text, all, 'quote').done).toEqual({ text: `> ${text}`, names: [NAME, NAME] });
  expect(format(text, all, 'link').done).toEqual({ text: `[${text}](https://)`, names: [NAME, NAME] });
  expect(format(`**${text}**`, { start: 2, end: text.length + 2 }, 'bold').done).toEqual({
    text,
    names: [NAME, NAME],
  });
});

test('marks go around the whole name of a mention that the selection cuts', () => {
  const text = `Hi ${NAME}!`;
  const bold = { text: `Hi **${NAME}**!`, names: [NAME] };
  expect(format(text, { start: 4, end: 7 }, 'bold').done).toEqual(bold);
  expect(format(text, { start: 6, end: 6 }, 'bold').done, 'at the caret').toEqual(bold);
  expect(format(text, { start: 3, end: 3 }, 'bold').done).toEqual({ text: `Hi ****${NAME}!`, names: [NAME] });
});

const PIECE = fc.constantFrom(
  `${NAME} `,
  ' ',
  'a',
  '\n',
  '**',
  '_',
  '~~',
  '`',
  '> ',
  '- ',
  '1. ',
  '@Ann',
  '😀',
);

test('any format of any part of a text keeps all mentions, and so does its undo', () => {
  fc.assert(
    fc.property(
      fc.array(PIECE, { maxLength: 20 }),
      fc.nat(100),
      fc.nat(100),
      fc.constantFrom(...FORMATS),
      (pieces, one, other, chosen) => {
        const text = pieces.join('');
        const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].toSorted(
          (a, b) => a - b,
        );
        const names = text.match(new RegExp(NAME, 'g')) ?? [];
        const { done, undone } = format(text, { start, end }, chosen);
        expect(done.names).toEqual([...names]);
        expect(undone).toEqual({ text, names: [...names] });
      },
    ),
    { numRuns: 1_000 },
  );
});

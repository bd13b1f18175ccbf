import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveMentions } from './move-mentions.ts';

const ANN = { start: 3, length: 4 };

function edit(before: string, from: number, to: number, typed: string) {
  return { after: before.slice(0, from) + typed + before.slice(to), caret: from + typed.length };
}

function move(before: string, from: number, to: number, typed: string) {
  const { after, caret } = edit(before, from, to, typed);
  return moveMentions([ANN], before, after, caret);
}

test('a mention follows edits before and after it, and ends with an edit inside it', () => {
  const text = 'Hi @Ann!';
  expect(move(text, 0, 0, 'Oh. ')).toEqual([{ start: 7, length: 4 }]);
  expect(move(text, 0, 2, '')).toEqual([{ start: 1, length: 4 }]);
  expect(move(text, 3, 3, '@')).toEqual([{ start: 4, length: 4 }]);
  expect(move(text, 7, 8, '?')).toEqual([ANN]);
  expect(move(text, 7, 7, 'n')).toEqual([ANN]);
  expect(move(text, 5, 6, '')).toEqual([]);
  expect(move(text, 5, 5, 'x')).toEqual([]);
  expect(move(text, 0, 8, '')).toEqual([]);
});

test('a text that a program replaces keeps the mentions outside the change', () => {
  expect(moveMentions([ANN], 'Hi @Ann!', '**Hi** @Ann!', 0)).toEqual([{ start: 7, length: 4 }]);
  expect(moveMentions([ANN], 'Hi @Ann!', 'Hi, @Ann!', 9)).toEqual([{ start: 4, length: 4 }]);
});

const PIECE = fc.constantFrom('@', 'A', 'n', ' ', '@Ann', '😀', '\n');

test('after any edits, each range has the text it had, and edits elsewhere end none', () => {
  fc.assert(
    fc.property(
      fc.array(PIECE, { maxLength: 20 }),
      fc.array(PIECE, { maxLength: 20 }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(5), fc.array(PIECE, { maxLength: 3 })), { maxLength: 12 }),
      (left, right, edits) => {
        let text = `${left.join('')}@Ann${right.join('')}`;
        let place: number | undefined = left.join('').length;
        let mentions: readonly { start: number; length: number }[] = [{ start: place, length: 4 }];
        for (const [at, removed, typed] of edits) {
          const from = at % (text.length + 1);
          const to = Math.min(text.length, from + removed);
          const { after, caret } = edit(text, from, to, typed.join(''));
          mentions = moveMentions(mentions, text, after, caret);
          const isOutside: boolean = place !== undefined && (to <= place || from >= place + 4);
          place =
            isOutside && place !== undefined && to <= place ? place + after.length - text.length : place;
          if (!isOutside) place = undefined;
          text = after;
          for (const { start, length } of mentions) expect(text.slice(start, start + length)).toBe('@Ann');
          expect(mentions.length).toBeGreaterThanOrEqual(place === undefined ? 0 : 1);
        }
      },
    ),
  );
});

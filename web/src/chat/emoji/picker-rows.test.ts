import { expect, test } from 'vitest';
import type { EmojiEntry } from './emoji-data.ts';
import { buildRows, moveCell } from './picker-rows.ts';

const toEntries = (letters: string): EmojiEntry[] =>
  Array.from(letters, emoji => ({ emoji, name: emoji, shortcodes: [], tags: [] }));

const rows = buildRows(
  [
    { title: 'Recent', emoji: toEntries('ab') },
    { title: 'All', emoji: toEntries('cdefg') },
  ],
  3,
);

test('each section begins a row, and only its first row has the title', () => {
  expect(rows.map(({ title, cells }) => [title, cells.map(({ emoji }) => emoji).join('')])).toEqual([
    ['Recent', 'ab'],
    ['All', 'cde'],
    [undefined, 'fg'],
  ]);
});

test('rows with emoji of the workspace load late', () => {
  const [first, second] = buildRows(
    [
      { title: 'Snug', emoji: [{ emoji: ':cat:', name: 'cat', shortcodes: ['cat'], tags: [] }] },
      { title: 'All', emoji: toEntries('c') },
    ],
    3,
  );
  expect([first?.isCustom, second?.isCustom]).toEqual([true, false]);
});

test('arrow keys walk over all rows and stop at both ends', () => {
  const walk = (keys: string, isRightToLeft = false) => {
    let cell = { row: 0, column: 0 };
    for (const key of keys.split(' ')) cell = moveCell(rows, cell, `Arrow${key}`, isRightToLeft) ?? cell;
    return rows[cell.row]?.cells[cell.column]?.emoji;
  };
  expect(walk('Right Right')).toBe('c');
  expect(walk('Right Right Left')).toBe('b');
  expect(walk('Down Right Right Down'), 'the last row is shorter').toBe('g');
  expect(walk('Down Down Down Down')).toBe('f');
  expect(walk('Up Left')).toBe('a');
  expect(walk('Left Left', true), 'right to left').toBe('c');
  expect(moveCell(rows, { row: 0, column: 0 }, 'a', false)).toBeUndefined();
});

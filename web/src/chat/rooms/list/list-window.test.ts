import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY_SPAN,
  getMovement,
  getRenderedRows,
  getVisibleRows,
  MAX_RENDERED_ROWS,
  type RowSpan,
} from './list-window.ts';

const SIZE = { height: 340, rowHeight: 68 };

test('the rows that the screen shows are visible, also in part', () => {
  const at = (scrollTop: number, count = 100) => getVisibleRows({ ...SIZE, scrollTop, count });
  expect(at(0)).toEqual({ first: 0, last: 4 });
  expect(at(1)).toEqual({ first: 0, last: 5 });
  expect(at(68 * 50)).toEqual({ first: 50, last: 54 });
  expect(at(68 * 98), 'past the end').toEqual({ first: 98, last: 99 });
  expect(at(-68 * 2), 'behind another list').toEqual({ first: 0, last: 2 });
});

test('a list off screen, an empty one and a hidden one have no visible rows', () => {
  const spans = [
    getVisibleRows({ ...SIZE, scrollTop: -340, count: 100 }),
    getVisibleRows({ ...SIZE, scrollTop: 6_800, count: 100 }),
    getVisibleRows({ ...SIZE, scrollTop: 0, count: 0 }),
    getVisibleRows({ ...SIZE, height: 0, scrollTop: 0, count: 100 }),
  ];
  expect(spans).toEqual(spans.map(() => EMPTY_SPAN));
});

test('some rows around the visible ones are rendered, and pinned ones anywhere', () => {
  expect(getRenderedRows({ first: 10, last: 12 }, 100, [0, 50, 11, -1, 100])).toEqual([
    0, 7, 8, 9, 10, 11, 12, 13, 14, 15, 50,
  ]);
  expect(getRenderedRows({ first: 0, last: 1 }, 3, [])).toEqual([0, 1, 2]);
  expect(getRenderedRows(EMPTY_SPAN, 100, [4])).toEqual([4]);
});

test('an empty list on the screen shows its head, so that its first row appears', () => {
  const empty = { height: 900, rowHeight: 68, count: 0 };
  expect(getVisibleRows({ ...empty, scrollTop: -140 })).toEqual({ first: 0, last: 0 });
  expect(getVisibleRows({ ...empty, scrollTop: -1_000 }), 'below the screen').toEqual(EMPTY_SPAN);
});

test('a screen of any height renders all visible rows, in order, and a bounded number', () => {
  const viewports = fc.record({
    scrollTop: fc.integer({ min: -5_000, max: 250_000 }),
    height: fc.nat(9_000),
    rowHeight: fc.integer({ min: 20, max: 200 }),
    count: fc.integer({ min: 1, max: 3_000 }),
  });
  fc.assert(
    fc.property(viewports, viewport => {
      const span: RowSpan = getVisibleRows(viewport);
      const rows = getRenderedRows(span, viewport.count, []);
      expect(rows.length).toBeLessThanOrEqual(MAX_RENDERED_ROWS);
      expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a - b));
      for (let row = span.first; row <= span.last; row++) expect(rows).toContain(row);
      expect(rows.every(row => row >= 0 && row < viewport.count)).toBe(true);
    }),
  );
});

const OWN = { ids: ['a', 'b', 'c'], top: 40 };
const OTHER = { ids: ['x', 'y', 'z'], top: 320 };

test('rows that come above the first row on screen move it down, and those that go move it up', () => {
  const move = (own: string[], scrollTop: number) =>
    getMovement([OWN, OTHER], [{ ...OWN, ids: own }, OTHER], scrollTop, 68);
  expect(move(['new', 'a', 'b', 'c'], 40 + 68)).toBe(68);
  expect(move(['new', 'newer', 'a', 'b', 'c'], 40 + 2 * 68 + 10)).toBe(136);
  expect(move(['b', 'c'], 40 + 68)).toBe(-68);
  expect(move(['a', 'b', 'c', 'below'], 40 + 68), 'a row below').toBe(0);
});

test('a longer list above moves the list on screen', () => {
  const below = { ...OTHER, top: OTHER.top + 68 };
  expect(getMovement([OWN, OTHER], [{ ...OWN, ids: ['new', ...OWN.ids] }, below], 330, 68)).toBe(68);
});

test('without the first row on screen, nothing moves', () => {
  expect(getMovement([OWN], [{ ...OWN, ids: ['a', 'c'] }], 40 + 68, 68)).toBe(0);
  expect(getMovement([], [OWN], 300, 68)).toBe(0);
  expect(getMovement([OWN], [], 300, 68)).toBe(0);
});

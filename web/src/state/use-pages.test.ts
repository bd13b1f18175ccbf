import { expect, test } from 'vitest';
import { readRows } from './use-pages.ts';

/** Pages of rows; the cursor is the number of the next page. */
function createReader(pages: readonly (readonly string[])[]) {
  const asked: (number | undefined)[] = [];
  const read = async (from: number | undefined) => {
    asked.push(from);
    const page = from ?? 0;
    return { rows: pages[page] ?? [], ...(page + 1 < pages.length && { next: page + 1 }) };
  };
  return { asked, read };
}

test('pages are read until there are as many rows as before', async () => {
  const { read, asked } = createReader([['a', 'b'], ['c', 'd'], ['e'], ['f']]);
  expect(await readRows(read, undefined, 4)).toEqual({ rows: ['a', 'b', 'c', 'd'], next: 2 });
  expect(asked).toEqual([undefined, 1]);
});

test('a page without rows is no end of the list', async () => {
  const { read, asked } = createReader([[], [], ['a'], ['b']]);
  expect(await readRows(read, undefined, 1)).toEqual({ rows: ['a'], next: 3 });
  expect(asked).toEqual([undefined, 1, 2]);
});

test('a list with fewer rows ends, and further pages begin where the reader is', async () => {
  const { read, asked } = createReader([['a'], ['b'], ['c']]);
  expect(await readRows(read, 1, 50)).toEqual({ rows: ['b', 'c'] });
  expect(asked).toEqual([1, 2]);
});

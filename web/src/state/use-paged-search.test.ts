import type { FindCursor } from '@snug/protocol';
import { expect, test } from 'vitest';
import { findPages, toSearchText } from './use-paged-search.ts';

const cursor = (by: number): FindCursor => ({ by, isInside: false, words: '', roomId: 'a' });

/** Pages of ids; the cursor is the number of the next page. */
function sourceOf(pages: readonly (readonly string[])[]) {
  const asked: number[] = [];
  const findPage = async (_text: string, after: FindCursor | undefined) => {
    const page = after?.by ?? 0;
    asked.push(page);
    return { items: pages[page] ?? [], next: page + 1 < pages.length ? cursor(page + 1) : undefined };
  };
  return { asked, findPage, getId: (id: string) => id };
}

test('empty pages are followed until there are enough items', async () => {
  const source = sourceOf([[], ['a'], [], ['b'], ['c'], ['d']]);
  const found = await findPages(source, 'x', { items: [] });
  expect(found).toEqual({ items: ['a', 'b', 'c'], next: cursor(5) });
  expect(source.asked).toEqual([0, 1, 2, 3, 4]);
});

test('further items follow the known ones, each once', async () => {
  const source = sourceOf([['a'], ['a', 'b']]);
  expect((await findPages(source, 'x', { items: ['a'], next: cursor(1) })).items).toEqual(['a', 'b']);
});

test('the query is trimmed and cut to the maximum length of the server', () => {
  expect([toSearchText('  '), toSearchText(' a '), toSearchText('x'.repeat(200))?.length]).toEqual([
    undefined,
    'a',
    80,
  ]);
});

import { setImmediate as nextTurn } from 'node:timers/promises';

export const PAGE_SIZE = 500;

/** `readPage` returns at most `size` rows after the last one of the page before. */
export async function* readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
  size = PAGE_SIZE,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await readPage(last);
    yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** JSON Lines, a chunk per page, and none for an empty page: the archive takes an empty chunk for the end. */
export async function* toJsonLines(
  pages: AsyncIterable<readonly object[]>,
  beforePage: () => Promise<void>,
): AsyncGenerator<string> {
  for await (const rows of pages) {
    // An engine may read without giving others a turn.
    await nextTurn();
    await beforePage();
    if (rows.length > 0) yield rows.map(row => `${JSON.stringify(row)}\n`).join('');
  }
}

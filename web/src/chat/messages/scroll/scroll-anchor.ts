import type { SavedScroll } from '../../../state/saved-scroll.ts';

/** The row that a reader looks at, and its place on the screen. */
export type ScrollAnchor = Pick<SavedScroll, 'messageId' | 'seq' | 'top'>;

/** The text or the file of a row. */
export const CONTENT_SELECTOR = '[data-words], [data-file]';

/** Rows that are not stored yet have no seq and come last. */
const PENDING_SEQ = Number.POSITIVE_INFINITY;

/** px between the lower edge of the view and the end of the list. */
export function measureDistanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

export function getRows(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName('article');
}

export function readSeq(row: HTMLElement | undefined): number {
  return Number(row?.dataset.seq ?? PENDING_SEQ);
}

/** Binary search: `isPast` must be false for the rows before the result and true from it on. */
function findFirstRow(scroller: HTMLElement, isPast: (row: HTMLElement) => boolean): HTMLElement | undefined {
  const rows = getRows(scroller);
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row && isPast(row)) high = middle;
    else low = middle + 1;
  }
  return rows[low];
}

/** The first row that reaches below `y`, in px from the top of the viewport. */
export function findRowBelow(scroller: HTMLElement, y: number): HTMLElement | undefined {
  return findFirstRow(scroller, row => row.getBoundingClientRect().bottom > y);
}

export function findRowBySeq(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const row = findFirstRow(scroller, row => readSeq(row) >= seq);
  return readSeq(row) === seq ? row : undefined;
}

export function findRowAfter(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  return findFirstRow(scroller, row => readSeq(row) > seq);
}

export function measureContentTop(row: HTMLElement): number {
  // Not the row's top: a row loses its head if an older page adds a row of its run above, and the text would move up.
  const content = row.querySelector(CONTENT_SELECTOR) ?? row;
  return content.getBoundingClientRect().top;
}

/** The first stored row whose upper edge is in view, or else the row that fills the view. */
export function findScrollAnchor(scroller: HTMLElement): ScrollAnchor | undefined {
  const { top: edge, bottom } = scroller.getBoundingClientRect();
  const topRow = findFirstRow(scroller, row => row.getBoundingClientRect().top >= edge);
  const isInView = topRow && topRow.dataset.seq && topRow.getBoundingClientRect().top < bottom;
  const row = isInView ? topRow : findRowBelow(scroller, edge);
  if (!row?.dataset.seq) return undefined;
  return { messageId: row.id, seq: readSeq(row), top: measureContentTop(row) };
}

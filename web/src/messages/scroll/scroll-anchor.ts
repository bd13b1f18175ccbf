/** Where somebody reads: a row, and where it stands on the screen. */
export interface ScrollAnchor {
  messageId: string;
  seq: number;
  /** Of what the message says, in px from the top of the page. */
  top: number;
}

/** What somebody said, in a row: their words, or a file. */
export const CONTENT_SELECTOR = '[data-words], [data-file]';

/** Of a row that is not stored yet; it comes after all others. */
const PENDING_SEQ = Number.POSITIVE_INFINITY;

/** How far the newest message is below what is in view, in px. */
export function measureDistanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** The rows of a list from top to bottom. */
export function getRows(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName('article');
}

export function readSeq(row: HTMLElement | undefined): number {
  return Number(row?.dataset.seq ?? PENDING_SEQ);
}

/** The first row for which `isPast`, which holds for none above one for which it does not, holds. */
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

/** The first row that reaches below `y`, px from the top of the page. */
export function findRowBelow(scroller: HTMLElement, y: number): HTMLElement | undefined {
  return findFirstRow(scroller, row => row.getBoundingClientRect().bottom > y);
}

/** The row of the message at `seq`. */
export function findRowBySeq(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const row = findFirstRow(scroller, row => readSeq(row) >= seq);
  return readSeq(row) === seq ? row : undefined;
}

/** Where the words of a row begin, or its file, in px from the top of the page. */
export function measureContentTop(row: HTMLElement): number {
  // Not the row: with an older page above it, it may lose its head, and what is read would move up by that.
  const content = row.querySelector(CONTENT_SELECTOR) ?? row;
  return content.getBoundingClientRect().top;
}

/** The first stored row that is in view from its upper edge on, or else the one that fills the view. */
export function findScrollAnchor(scroller: HTMLElement): ScrollAnchor | undefined {
  const { top: edge, bottom } = scroller.getBoundingClientRect();
  const whole = findFirstRow(scroller, row => row.getBoundingClientRect().top >= edge);
  const isInView = whole && whole.dataset.seq && whole.getBoundingClientRect().top < bottom;
  const row = isInView ? whole : findRowBelow(scroller, edge);
  if (!row?.dataset.seq) return undefined;
  return { messageId: row.id, seq: readSeq(row), top: measureContentTop(row) };
}

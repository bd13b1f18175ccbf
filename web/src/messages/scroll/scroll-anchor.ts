/** Where somebody reads: a row, and where it stands on the screen. */
export interface Place {
  messageId: string;
  seq: number;
  /** Of what the message says, in px from the top of the page. */
  top: number;
}

/** What somebody said, in a row: their words, or a file. */
export const SAID = '[data-words], [data-file]';

/** Of a row that is not stored yet; it comes after all others. */
const LAST = Number.POSITIVE_INFINITY;

/** How far the newest message is below what is in view, in px. */
export function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

/** The rows of a list from top to bottom. */
export function rowsOf(scroller: HTMLElement): HTMLCollectionOf<HTMLElement> {
  return scroller.getElementsByTagName('article');
}

export function seqOf(row: HTMLElement | undefined): number {
  return Number(row?.dataset.seq ?? LAST);
}

/** The first row for which `isPast`, which holds for none above one for which it does not, holds. */
function firstRow(scroller: HTMLElement, isPast: (row: HTMLElement) => boolean): HTMLElement | undefined {
  const rows = rowsOf(scroller);
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
export function rowBelow(scroller: HTMLElement, y: number): HTMLElement | undefined {
  return firstRow(scroller, row => row.getBoundingClientRect().bottom > y);
}

/** The row of the message at `seq`. */
export function rowAt(scroller: HTMLElement, seq: number): HTMLElement | undefined {
  const row = firstRow(scroller, row => seqOf(row) >= seq);
  return seqOf(row) === seq ? row : undefined;
}

/** Where the words of a row begin, or its file, in px from the top of the page. */
export function topOf(row: HTMLElement): number {
  // Not the row: with an older page above it, it may lose its head, and what is read would move up by that.
  const said = row.querySelector(SAID) ?? row;
  return said.getBoundingClientRect().top;
}

/** The first stored row that is in view from its upper edge on, or else the one that fills the view. */
export function findPlace(scroller: HTMLElement): Place | undefined {
  const { top: edge, bottom } = scroller.getBoundingClientRect();
  const whole = firstRow(scroller, row => row.getBoundingClientRect().top >= edge);
  const isInView = whole && whole.dataset.seq && whole.getBoundingClientRect().top < bottom;
  const row = isInView ? whole : rowBelow(scroller, edge);
  if (!row?.dataset.seq) return undefined;
  return { messageId: row.id, seq: seqOf(row), top: topOf(row) };
}

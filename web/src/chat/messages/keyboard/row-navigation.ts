import { getRows } from '../scroll/scroll-anchor.ts';

/** The control above the first row. */
export const ABOVE_ROWS_ID = 'above-rows';

export function isInView(scroller: HTMLElement, row: HTMLElement): boolean {
  const [view, { top, bottom }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  return row.isConnected && bottom > view.top && top < view.bottom;
}

/** The row that receives the focus when it enters the list: `last` if it is in view, or else the lowest row in view. */
export function findEntryRow(scroller: HTMLElement, last: HTMLElement | null): HTMLElement | undefined {
  if (last && isInView(scroller, last)) return last;
  const { bottom } = scroller.getBoundingClientRect();
  return Array.from(getRows(scroller)).findLast(row => row.getBoundingClientRect().top < bottom);
}

export function findNeighbour(
  before: readonly string[],
  removed: string,
  remaining: ReadonlySet<string>,
): string | undefined {
  const index = before.indexOf(removed);
  if (index === -1) return undefined;
  const isRemaining = (id: string) => remaining.has(id);
  return before.slice(index).find(isRemaining) ?? before.slice(0, index).findLast(isRemaining);
}

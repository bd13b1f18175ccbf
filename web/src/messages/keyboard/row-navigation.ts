import { findRowBelow, getRows } from '../scroll/scroll-anchor.ts';

/** The control above the first row. */
export const ABOVE_ROWS_ID = 'above-rows';

/** How much of the view a step goes on within a row that is higher. */
const PAGE_RATIO = 0.8;
/** As far as rounding may put an edge out of view, px. */
const ROUNDING_PX = 2;

export type Step = -1 | 1;

function isInView(scroller: HTMLElement, row: HTMLElement): boolean {
  const [view, { top, bottom }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  return row.isConnected && bottom > view.top && top < view.bottom;
}

/** Where the keyboard comes to a list: `last`, as long as it is in view, or else the lowest row that is. */
export function findEntryRow(scroller: HTMLElement, last: HTMLElement | null): HTMLElement | undefined {
  if (last && isInView(scroller, last)) return last;
  const { bottom } = scroller.getBoundingClientRect();
  return Array.from(getRows(scroller)).findLast(row => row.getBoundingClientRect().top < bottom);
}

/** The row after or before `from`; from one that is out of view, the first or the last in view. */
export function findNextRow(
  scroller: HTMLElement,
  from: HTMLElement | null,
  step: Step,
): HTMLElement | undefined {
  const rows = Array.from(getRows(scroller));
  if (from?.id === ABOVE_ROWS_ID) return step > 0 ? rows[0] : undefined;
  if (!from || !isInView(scroller, from)) {
    return step > 0
      ? findRowBelow(scroller, scroller.getBoundingClientRect().top)
      : findEntryRow(scroller, null);
  }
  const next = rows[rows.indexOf(from) + step];
  return next ?? (step < 0 ? (document.getElementById(ABOVE_ROWS_ID) ?? undefined) : undefined);
}

/** Scrolls on within a row that goes on out of view; false where it does not. */
export function scrollWithinRow(scroller: HTMLElement, row: HTMLElement, step: Step): boolean {
  const [view, { top, bottom }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const isHigher = bottom - top > view.height * PAGE_RATIO;
  const rest = step > 0 ? bottom - view.bottom : view.top - top;
  if (!isHigher || !isInView(scroller, row) || rest <= ROUNDING_PX) return false;
  scroller.scrollBy({ top: step * Math.min(rest, view.height * PAGE_RATIO), behavior: 'instant' });
  return true;
}

/** The row that took the place of one that is gone: the next of those that are left, or the one before. */
export function findNeighbour(
  before: readonly string[],
  gone: string,
  left: ReadonlySet<string>,
): string | undefined {
  const index = before.indexOf(gone);
  if (index === -1) return undefined;
  const isLeft = (id: string) => left.has(id);
  return before.slice(index).find(isLeft) ?? before.slice(0, index).findLast(isLeft);
}

import { findRowBelow, getRows } from '../scroll/scroll-anchor.ts';
import { ABOVE_ROWS_ID, findEntryRow, isInView } from './row-navigation.ts';

/** Within a row that is higher than this part of the view, one key press scrolls by this part. */
const PAGE_RATIO = 0.8;
/** Browsers round offsets: an edge may be this far out of view. */
const ROUNDING_PX = 2;

export type Step = -1 | 1;

/** The row after or before `from`. If `from` is out of view, the first or the last row in view. */
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

/** Scrolls within a high row. Returns false if no more of the row is out of view. */
export function scrollWithinRow(scroller: HTMLElement, row: HTMLElement, step: Step): boolean {
  const [view, { top, bottom }] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const isHigher = bottom - top > view.height * PAGE_RATIO;
  const rest = step > 0 ? bottom - view.bottom : view.top - top;
  if (!isHigher || !isInView(scroller, row) || rest <= ROUNDING_PX) return false;
  scroller.scrollBy({ top: step * Math.min(rest, view.height * PAGE_RATIO), behavior: 'instant' });
  return true;
}

import type { Message } from '@snug/protocol';
import { startTransition, useCallback, useRef, useState } from 'react';
import type { Row } from '../rows.ts';
import { findRowBelow, getRows, readSeq } from './scroll-anchor.ts';

/** From the seq of one row to that of another. */
interface SeqRange {
  from: number;
  to: number;
}

/** So many are all drawn whole. */
const RENDER_ALL_LIMIT = 100;

/** How many rows to either side of the reader are near before anything could be measured. */
const INITIAL_ROW_COUNT = 40;

/** How much above and below what is in view is near, as parts of the view: at least, when it is set anew, at most. */
const MIN_MARGIN = 0.3;
const DEFAULT_MARGIN = 0.75;
const MAX_MARGIN = 1.5;
/** After so much scrolling one looks again. Less is within what is near at least. */
const MIN_SCROLL = 0.1;

/**
 * Which rows are near what is in view. Those are drawn whole; all others, where there are many, are their words alone, which take
 * the same room.
 * `messageId`: where the reader begins; without it, at the newest message.
 */
export function useNearRows(messages: readonly Message[], messageId: string | undefined) {
  const [range, setRange] = useState(() => getInitialRange(messages, messageId));
  const currentRange = useRef(range);
  const lastMeasured = useRef({ scrollTop: Number.NaN, scrollHeight: Number.NaN });

  const onView = useCallback((scroller: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isOtherList = scrollHeight !== lastMeasured.current.scrollHeight;
    const moved = Math.abs(scrollTop - lastMeasured.current.scrollTop);
    if (!isOtherList && moved < clientHeight * MIN_SCROLL) return;
    lastMeasured.current = { scrollTop, scrollHeight };
    const range = currentRange.current;
    if (
      containsRange(range, measureRange(scroller, MIN_MARGIN)) &&
      containsRange(measureRange(scroller, MAX_MARGIN), range)
    )
      return;
    const next = measureRange(scroller, DEFAULT_MARGIN);
    currentRange.current = next;
    // What is in view is drawn at once. For what is not, nothing waits.
    if (!containsRange(range, measureRange(scroller, 0))) setRange(next);
    else startTransition(() => setRange(next));
  }, []);

  return {
    isNear: ({ seq = Number.POSITIVE_INFINITY }: Row) =>
      messages.length <= RENDER_ALL_LIMIT || (seq >= range.from && seq <= range.to),
    onView,
  };
}

function getInitialRange(messages: readonly Message[], messageId: string | undefined): SeqRange {
  const found = messages.findIndex(({ id }) => id === messageId);
  const index = found === -1 ? messages.length : found;
  return {
    from: messages[Math.max(0, index - INITIAL_ROW_COUNT)]?.seq ?? 0,
    to: messages[index + INITIAL_ROW_COUNT]?.seq ?? Number.POSITIVE_INFINITY,
  };
}

function measureRange(scroller: HTMLElement, part: number): SeqRange {
  const { top, bottom, height } = scroller.getBoundingClientRect();
  const first = findRowBelow(scroller, top - height * part);
  return {
    // What comes above the first row is near as well, and so drawn once.
    from: first && first === getRows(scroller)[0] ? 0 : readSeq(first),
    to: readSeq(findRowBelow(scroller, bottom + height * part)),
  };
}

function containsRange(outer: SeqRange, inner: SeqRange): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

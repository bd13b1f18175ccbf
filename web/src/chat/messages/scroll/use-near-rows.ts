import type { RoomPlace } from '@snug/client';
import type { Message } from '@snug/protocol';
import { startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { findRowBelow, getRows, readSeq } from './scroll-anchor.ts';
import { ALL_SEQS, containsRange, type SeqRange } from './seq-range.ts';

const RENDER_ALL_LIMIT = 100;

/** Near rows on each side of the reader before the first measurement. */
const INITIAL_ROW_COUNT = 40;

/** The near area above and below the view, in view heights: the minimum, the value after an update, the maximum. */
const MIN_MARGIN = 0.3;
const DEFAULT_MARGIN = 0.75;
const MAX_MARGIN = 1.5;
/** Measures again after scrolling this part of the view's height. Must be below `MIN_MARGIN`. */
const MIN_SCROLL = 0.1;

/** Other rows render their text only, with the same height. `place`: where the reader begins. */
export function useNearRows(messages: readonly Message[], place: RoomPlace | undefined) {
  const [range, setRange] = useState(() => getInitialRange(messages, place));
  const currentRange = useRef(range);
  const lastMeasured = useRef({ scrollTop: Number.NEGATIVE_INFINITY, scrollHeight: 0 });
  const areAllNear = messages.length <= RENDER_ALL_LIMIT;
  const needsRange = useRef(false);
  useLayoutEffect(() => {
    needsRange.current = !areAllNear;
  }, [areAllNear]);

  const onView = useCallback((scroller: HTMLElement) => {
    if (!needsRange.current) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const last = lastMeasured.current;
    // A message that arrives moves the others, like a scroll.
    const moved = Math.abs(scrollTop - last.scrollTop) + Math.abs(scrollHeight - last.scrollHeight);
    if (moved < clientHeight * MIN_SCROLL) return;
    lastMeasured.current = { scrollTop, scrollHeight };
    const range = currentRange.current;
    if (
      containsRange(range, measureRange(scroller, MIN_MARGIN)) &&
      containsRange(measureRange(scroller, MAX_MARGIN), range)
    )
      return;
    const next = measureRange(scroller, DEFAULT_MARGIN);
    currentRange.current = next;
    // Rows in view render at once, others as a transition.
    if (!containsRange(range, measureRange(scroller, 0))) setRange(next);
    else startTransition(() => setRange(next));
  }, []);

  return { near: areAllNear ? ALL_SEQS : range, onView };
}

/** Before the first measurement. `place`: undefined for the end of the list. */
export function getInitialRange(
  messages: readonly Pick<Message, 'id' | 'seq'>[],
  place: RoomPlace | undefined,
): SeqRange {
  const found = messages.findIndex(({ id, seq }) => (typeof place === 'number' ? seq > place : id === place));
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
    // Rows that load above the first row count as near, so they render only once.
    from: first && first === getRows(scroller)[0] ? 0 : readSeq(first),
    to: readSeq(findRowBelow(scroller, bottom + height * part)),
  };
}

import type { Message } from '@snug/protocol';
import { startTransition, useCallback, useRef, useState } from 'react';
import type { Row } from '../rows.ts';
import { rowBelow, rowsOf, seqOf } from './scroll-anchor.ts';

/** From the seq of one row to that of another. */
interface Range {
  from: number;
  to: number;
}

/** So many are all drawn whole. */
const FEW = 100;

/** How many rows to either side of the reader are near before anything could be measured. */
const AT_FIRST = 40;

/** How much above and below what is in view is near, as parts of the view: at least, when it is set anew, at most. */
const LEAST = 0.3;
const USUAL = 0.75;
const MOST = 1.5;
/** After so much scrolling one looks again. Less is within what is near at least. */
const STEP = 0.1;

/**
 * Which rows are near what is in view. Those are drawn whole; all others, where there are many, are their words alone, which take
 * the same room.
 * `messageId`: where the reader begins; without it, at the newest message.
 */
export function useNearRows(messages: readonly Message[], messageId: string | undefined) {
  const [range, setRange] = useState(() => around(messages, messageId));
  const current = useRef(range);
  const looked = useRef({ scrollTop: Number.NaN, scrollHeight: Number.NaN });

  const onView = useCallback((scroller: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const isOtherList = scrollHeight !== looked.current.scrollHeight;
    const moved = Math.abs(scrollTop - looked.current.scrollTop);
    if (!isOtherList && moved < clientHeight * STEP) return;
    looked.current = { scrollTop, scrollHeight };
    const range = current.current;
    if (holds(range, rangeIn(scroller, LEAST)) && holds(rangeIn(scroller, MOST), range)) return;
    const next = rangeIn(scroller, USUAL);
    current.current = next;
    // What is in view is drawn at once. For what is not, nothing waits.
    if (!holds(range, rangeIn(scroller, 0))) setRange(next);
    else startTransition(() => setRange(next));
  }, []);

  return {
    isNear: ({ seq = Number.POSITIVE_INFINITY }: Row) =>
      messages.length <= FEW || (seq >= range.from && seq <= range.to),
    onView,
  };
}

function around(messages: readonly Message[], messageId: string | undefined): Range {
  const found = messages.findIndex(({ id }) => id === messageId);
  const place = found === -1 ? messages.length : found;
  return {
    from: messages[Math.max(0, place - AT_FIRST)]?.seq ?? 0,
    to: messages[place + AT_FIRST]?.seq ?? Number.POSITIVE_INFINITY,
  };
}

function rangeIn(scroller: HTMLElement, part: number): Range {
  const { top, bottom, height } = scroller.getBoundingClientRect();
  const first = rowBelow(scroller, top - height * part);
  return {
    // What comes above the first row is near as well, and so drawn once.
    from: first && first === rowsOf(scroller)[0] ? 0 : seqOf(first),
    to: seqOf(rowBelow(scroller, bottom + height * part)),
  };
}

function holds(outer: Range, inner: Range): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

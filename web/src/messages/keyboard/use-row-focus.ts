import { type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Day } from '../rows.ts';
import { type Current, RowFocus } from './row-focus.ts';

interface RowFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  /** Whether the list goes up to the newest message of the room. */
  isWhole: boolean;
  /** The message to begin with. */
  at: string | undefined;
  goToEnd: () => void;
}

/** By which row the keyboard comes to a list, and what keys do in it. */
export function useRowFocus({ scroller, days, isWhole, at, goToEnd }: RowFocusOptions) {
  const [current, setCurrent] = useState<Current>({ id: at, isInside: false });
  const [focus] = useState(
    () =>
      new RowFocus({
        scroller: () => scroller.current,
        current,
        onCurrent: next => flushSync(() => setCurrent(next)),
        goToEnd,
      }),
  );
  const ids = useMemo(() => days.flatMap(day => day.rows.map(({ id }) => id)), [days]);
  // After all effects: the row that is focused then has to be drawn as one that can be.
  useEffect(() => queueMicrotask(() => focus.changed(ids, isWhole)), [focus, ids, isWhole]);
  return { current, focus };
}

import { type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Day } from '../rows.ts';
import { type FocusedRow, RowFocus } from './row-focus.ts';

interface UseRowFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  /** Whether the list goes up to the newest message of the room. */
  isWhole: boolean;
  /** The message to begin with. */
  linkedMessageId: string | undefined;
  goToEnd: () => void;
}

/** By which row the keyboard comes to a list, and what keys do in it. */
export function useRowFocus({ scroller, days, isWhole, linkedMessageId, goToEnd }: UseRowFocusOptions) {
  const [current, setCurrent] = useState<FocusedRow>({ id: linkedMessageId, hasFocus: false });
  const [focus] = useState(
    () =>
      new RowFocus({
        scroller: () => scroller.current,
        current,
        onChange: next => flushSync(() => setCurrent(next)),
        goToEnd,
      }),
  );
  const ids = useMemo(() => days.flatMap(day => day.rows.map(({ id }) => id)), [days]);
  // After all effects: the row that is focused then has to be drawn as one that can be.
  useEffect(() => queueMicrotask(() => focus.setRows(ids, isWhole)), [focus, ids, isWhole]);
  return { current, focus };
}

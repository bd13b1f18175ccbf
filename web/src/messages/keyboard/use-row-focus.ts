import { type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Day } from '../rows.ts';
import { type FocusedRow, RowFocus } from './row-focus.ts';

interface UseRowFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  includesNewest: boolean;
  /** Receives the focus after the list has rendered. */
  focusedId: string | undefined;
  goToEnd: () => void;
}

export function useRowFocus({ scroller, days, includesNewest, focusedId, goToEnd }: UseRowFocusOptions) {
  const [current, setCurrent] = useState<FocusedRow>({ id: focusedId, hasFocus: false });
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
  // Runs after all effects, because a row must be rendered as focusable before it receives the focus.
  useEffect(() => queueMicrotask(() => focus.setRows(ids, includesNewest)), [focus, ids, includesNewest]);
  return { current, focus };
}

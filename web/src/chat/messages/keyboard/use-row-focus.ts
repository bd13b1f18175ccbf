import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ActionTarget } from '../actions/action-target.ts';
import type { Day } from '../rows.ts';
import { type FocusedRow, RowFocus } from './row-focus.ts';
import { RowKeys } from './row-keys.ts';
import { useFieldKeys } from './use-field-keys.ts';

interface UseRowFocusOptions {
  scroller: RefObject<HTMLElement | null>;
  days: readonly Day[];
  includesNewest: boolean;
  /** Receives the focus after the list has rendered. */
  focusedId: string | undefined;
  goToEnd: () => void;
  onAction: (target: ActionTarget) => void;
}

export function useRowFocus(options: UseRowFocusOptions) {
  const { scroller, days, includesNewest, focusedId, goToEnd, onAction } = options;
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
  const [keys] = useState(
    () =>
      new RowKeys({
        focus,
        scroller: () => scroller.current,
        onActionKey: (id, key) => onAction({ id, as: { key } }),
      }),
  );
  const pressFieldKey = useFieldKeys(days);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    pressFieldKey(event);
    keys.onKeyDown(event);
  };
  return { current, focus, onKeyDown };
}

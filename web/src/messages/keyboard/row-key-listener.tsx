import type { KeyboardEvent } from 'react';
import { type RefObject, useEffect } from 'react';
import type { ActionTarget } from '../actions/action-target.ts';
import type { RowFocus } from './row-focus.ts';
import { RowKeys } from './row-keys.ts';

interface RowKeyListenerProps {
  focus: RowFocus;
  scroller: RefObject<HTMLElement | null>;
  onAction: (target: ActionTarget) => void;
}

/** Gives the list its keys. */
export function RowKeyListener({ focus, scroller, onAction }: RowKeyListenerProps) {
  useEffect(() => {
    const keys = new RowKeys({
      focus,
      scroller: () => scroller.current,
      onActionKey: (id, key) => onAction({ id, as: { key } }),
    });
    return focus.listen((event: KeyboardEvent<HTMLElement>) => keys.onKeyDown(event));
  }, [focus, scroller, onAction]);
  return null;
}

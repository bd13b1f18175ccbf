import { type RefObject, useEffect, useEffectEvent } from 'react';
import { RowTouch } from './row-touch.ts';

/** Calls `onRow` after a tap or a long press on a row. */
export function useRowTouch(list: RefObject<HTMLElement | null>, onRow: (messageId: string) => void): void {
  const open = useEffectEvent(onRow);
  useEffect(() => {
    const touch = new RowTouch(row => open(row.id));
    return list.current ? touch.attach(list.current) : undefined;
  }, [list]);
}

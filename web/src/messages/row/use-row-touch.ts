import { type RefObject, useEffect, useEffectEvent } from 'react';
import { RowTouch } from './row-touch.ts';

/** Has `onRow` called with the id of the row that a finger taps or holds. */
export function useRowTouch(list: RefObject<HTMLElement | null>, onRow: (messageId: string) => void): void {
  const open = useEffectEvent(onRow);
  useEffect(() => {
    const touch = new RowTouch(row => open(row.id));
    return list.current ? touch.attach(list.current) : undefined;
  }, [list]);
}

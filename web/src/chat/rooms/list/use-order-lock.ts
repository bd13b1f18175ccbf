import { type PointerEvent as ReactPointerEvent, useState } from 'react';
import type { StableRoomOrder } from './stable-room-order.ts';

/** Rows keep their order while the list contains the mouse pointer or the focus. */
export function useOrderLock(orders: readonly StableRoomOrder[]) {
  const [lock] = useState(() => createOrderLock(orders));
  return lock;
}

/** Without React. */
export function createOrderLock(orders: readonly Pick<StableRoomOrder, 'lock'>[]) {
  let pointedList: Element | undefined;
  let isFocused = false;

  function update(): void {
    for (const order of orders) order.lock(pointedList !== undefined || isFocused);
  }

  // If the row under the pointer is removed, the list receives no leave event.
  function leaveIfOutside({ target }: PointerEvent): void {
    if (!(target instanceof Node && pointedList?.contains(target))) leave();
  }

  function leave(): void {
    document.removeEventListener('pointerover', leaveIfOutside);
    pointedList = undefined;
    update();
  }

  return {
    enter: ({ pointerType, currentTarget }: ReactPointerEvent) => {
      if (pointerType !== 'mouse') return leave();
      document.addEventListener('pointerover', leaveIfOutside);
      pointedList = currentTarget;
      update();
    },
    leave,
    focus: (isInside: boolean) => {
      isFocused = isInside;
      update();
    },
  };
}

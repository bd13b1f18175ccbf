import type { Chat } from '@snug/client';
import type { ListedRoom } from '@snug/protocol';
import { useEffect, useState } from 'react';
import { ThrottledStore } from '../../../state/throttled-store.ts';
import { useStore } from '../../../state/use-store.ts';
import { compareActivity, StableRoomOrder } from './stable-room-order.ts';

/** The minimum time between two renderings: a busy room changes the list with each message. */
const THROTTLE_MS = 250;

export interface StableRooms {
  rooms: readonly ListedRoom[] | undefined;
  order: StableRoomOrder;
}

/** The two parts of the list. They change together, so that a room that moves is never in both. */
export function useStableRooms(
  chat: Pick<Chat, 'roomList' | 'memberships'>,
  openRoomId: string | undefined,
): { own: StableRooms; other: StableRooms } {
  const [orders] = useState(() => createOrders(chat));
  const { own, other } = orders;
  useEffect(() => {
    own.setOpenRoom(openRoomId);
    other.setOpenRoom(openRoomId);
  }, [own, other, openRoomId]);
  return {
    own: { rooms: useStore(own), order: own },
    other: { rooms: useStore(other), order: other },
  };
}

function createOrders({ roomList, memberships }: Pick<Chat, 'roomList' | 'memberships'>) {
  const throttled = new ThrottledStore(roomList.parts, THROTTLE_MS);
  const { subscribe } = throttled;
  const rank = ({ id }: ListedRoom) => (memberships.options.get().get(id)?.favourite ? 0 : 1);
  return {
    own: new StableRoomOrder(
      { get: () => throttled.get().own, subscribe },
      (one, other) => rank(one) - rank(other) || compareActivity(one, other),
    ),
    other: new StableRoomOrder({ get: () => throttled.get().other, subscribe }),
  };
}

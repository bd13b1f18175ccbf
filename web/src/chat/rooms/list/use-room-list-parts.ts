import type { ListedRoom } from '@snug/protocol';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { EMPTY_SPAN, type RowSpan } from './list-window.ts';
import { useListWindow } from './use-list-window.ts';
import { useOrderLock } from './use-order-lock.ts';
import { useRovingRow } from './use-roving-row.ts';
import type { StableRooms } from './use-stable-rooms.ts';

/** The rooms of a part that is not collapsed. */
export interface ListedRooms {
  rooms: readonly ListedRoom[];
  ids: readonly string[];
  list: RefObject<HTMLUListElement | null>;
}

export interface PartWindow {
  rows: ListedRooms;
  span: RowSpan;
  /** The index of the row in the tab order, if it is in this part. */
  tabStop: number;
}

interface RoomListPartsOptions {
  own: StableRooms;
  other: StableRooms;
  isCollapsed: (part: 'own' | 'other') => boolean;
  openRoomId: string | undefined;
  scroller: RefObject<HTMLElement | null>;
}

/** Both parts scroll together, and arrow keys move from one to the other. */
export function useRoomListParts({ own, other, isCollapsed, openRoomId, scroller }: RoomListPartsOptions) {
  const { roomList } = useChat();
  const ownRows = useRows(own.rooms, isCollapsed('own'));
  const otherRows = useRows(other.rooms, isCollapsed('other'));
  const lists = useMemo(() => [ownRows, otherRows], [ownRows, otherRows]);
  const { rowHeight, visible, measure } = useListWindow(scroller, lists);
  const [ownSpan = EMPTY_SPAN, otherSpan = EMPTY_SPAN] = visible;
  const ids = useMemo(() => lists.flatMap(list => list.ids), [lists]);
  const orderLock = useOrderLock([own.order, other.order]);
  const rovingRow = useRovingRow({
    list: scroller,
    ids,
    startId: openRoomId,
    pageSize: Math.max(1, countRows(ownSpan) + countRows(otherSpan) - 1),
    onFocusInside: orderLock.focus,
  });

  const { first, last } = otherSpan;
  const lastOwnIndex = ownSpan.last;
  useEffect(() => {
    own.order.setLastVisible(lastOwnIndex);
    other.order.setLastVisible(last);
    // If the list becomes hidden under the pointer, the browser fires no leave event.
    if (last < 0 && lastOwnIndex < 0) orderLock.leave();
    const roomIds = otherRows.ids.slice(first, last + 1);
    roomList.setViewport({ roomIds, lastIndex: last, isAtHead: last >= 0 && first === 0, lastOwnIndex });
  }, [roomList, own.order, other.order, orderLock, otherRows, first, last, lastOwnIndex]);

  const tabStop = rovingRow.index;
  return {
    own: { rows: ownRows, span: ownSpan, tabStop },
    other: { rows: otherRows, span: otherSpan, tabStop: tabStop - ownRows.ids.length },
    rowHeight,
    measure,
    props: { ...rovingRow.props, onPointerEnter: orderLock.enter, onPointerLeave: orderLock.leave },
  };
}

function useRows(rooms: readonly ListedRoom[] | undefined, isCollapsed: boolean): ListedRooms {
  const list = useRef<HTMLUListElement>(null);
  return useMemo(() => {
    const shown = isCollapsed ? [] : (rooms ?? []);
    return { rooms: shown, ids: shown.map(({ id }) => id), list };
  }, [rooms, isCollapsed]);
}

function countRows({ first, last }: RowSpan): number {
  return Math.max(0, last - first + 1);
}

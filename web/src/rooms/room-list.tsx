import { MAX_LIST_ROWS } from '@snug/client';
import type { ListedRoom } from '@snug/protocol';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { ThrottledStore } from '../chat/throttled-store.ts';
import { useStore } from '../chat/use-store.ts';
import { strings } from '../strings/strings.ts';
import { LoadingText, SkeletonLine } from '../ui/feedback/loading.tsx';
import { CreateFirstRoom } from './create-first-room.tsx';
import { getRenderedRows } from './list-window.ts';
import { RoomItem } from './room-item.tsx';
import styles from './room-list.module.css';
import { StableRoomOrder } from './stable-room-order.ts';
import { useListWindow } from './use-list-window.ts';
import { useRovingRow } from './use-roving-row.ts';

/** The minimum time between two renderings: a busy room changes the list with each message. */
const THROTTLE_MS = 250;

/** Renders only the rows on screen. */
export function RoomList({ openRoomId }: { openRoomId: string | undefined }) {
  const { roomList, connection } = useChat();
  const [stableRooms] = useState(
    () => new StableRoomOrder(new ThrottledStore(roomList.rooms, () => THROTTLE_MS)),
  );
  const scroller = useRef<HTMLElement>(null);
  const rooms = useStore(stableRooms);
  const isOffline = useStore(connection.state).status === 'disconnected';
  useEffect(() => stableRooms.setOpenRoom(openRoomId), [stableRooms, openRoomId]);
  return (
    <nav ref={scroller} className={styles.rooms} aria-label={strings.rooms.list}>
      {!rooms &&
        (isOffline ? <p className={styles.empty}>{strings.rooms.listOffline}</p> : <RoomListSkeleton />)}
      {rooms?.length === 0 && <p className={styles.noRooms}>{strings.rooms.none}</p>}
      <CreateFirstRoom className={styles.firstRoom} />
      {rooms && rooms.length > 0 && (
        <Rows rooms={rooms} openRoomId={openRoomId} scroller={scroller} stableRooms={stableRooms} />
      )}
    </nav>
  );
}

interface RowsProps {
  rooms: readonly ListedRoom[];
  openRoomId: string | undefined;
  scroller: RefObject<HTMLElement | null>;
  stableRooms: StableRoomOrder;
}

function Rows({ rooms, openRoomId, scroller, stableRooms }: RowsProps) {
  const { roomList } = useChat();
  const isComplete = useStore(roomList.isComplete);
  const ids = useMemo(() => rooms.map(({ id }) => id), [rooms]);
  const { rowHeight, visible, measure } = useListWindow(scroller, ids);
  const { first, last } = visible;
  const pageSize = Math.max(1, last - first);
  const orderLock = useOrderLock(stableRooms);
  const rovingRow = useRovingRow({ ids, startId: openRoomId, pageSize, onFocusInside: orderLock.focus });

  useEffect(() => {
    stableRooms.setLastVisible(last);
    // If the list becomes hidden under the pointer, the browser fires no leave event.
    if (last < 0) orderLock.leave();
    const isAtHead = last >= 0 && first === 0;
    roomList.setViewport({ roomIds: ids.slice(first, last + 1), lastIndex: last, isAtHead });
  }, [stableRooms, roomList, orderLock, ids, first, last]);

  return (
    <>
      <ul
        className={styles.list}
        style={{ height: rooms.length * rowHeight }}
        {...rovingRow.props}
        onPointerEnter={orderLock.enter}
        onPointerLeave={orderLock.leave}
      >
        {getRenderedRows(visible, rooms.length, [rovingRow.index]).map(index => {
          const room = rooms[index];
          return (
            room && (
              <RoomItem
                key={room.id}
                ref={index === first ? measure : undefined}
                room={room}
                isOpen={room.id === openRoomId}
                isTabStop={index === rovingRow.index}
                top={index * rowHeight}
                position={index + 1}
                count={isComplete ? rooms.length : -1}
              />
            )
          );
        })}
      </ul>
      {!isComplete && (rooms.length < MAX_LIST_ROWS ? <SkeletonRow /> : <p>{strings.rooms.findTheRest}</p>)}
    </>
  );
}

/** Rows keep their order while the list contains the mouse pointer or the focus. */
function useOrderLock(steady: StableRoomOrder) {
  const [lock] = useState(() => {
    let isPointed = false;
    let isFocused = false;
    const update = () => steady.lock(isPointed || isFocused);
    return {
      enter: ({ pointerType }: { pointerType: string }) => {
        isPointed = pointerType === 'mouse';
        update();
      },
      leave: () => {
        isPointed = false;
        update();
      },
      focus: (isInside: boolean) => {
        isFocused = isInside;
        update();
      },
    };
  });
  return lock;
}

function SkeletonRow({ width = 50 }: { width?: 35 | 50 }) {
  return (
    <div className={styles.skeleton} aria-hidden>
      <SkeletonLine width={width} />
      <SkeletonLine width={90} />
    </div>
  );
}

function RoomListSkeleton() {
  return (
    <>
      {([50, 35, 50, 35, 50] as const).map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- skeletons have no identity
        <SkeletonRow key={index} width={width} />
      ))}
      <LoadingText />
    </>
  );
}

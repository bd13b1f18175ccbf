import { MOST_ROWS } from '@snug/client';
import type { ListedRoom } from '@snug/protocol';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { CalmStore } from '../chat/throttled-store.ts';
import { useStore } from '../chat/use-store.ts';
import { words } from '../strings/strings.ts';
import { LoadingWords, SkeletonLine } from '../ui/feedback/loading.tsx';
import { FirstRoom } from './create-first-room.tsx';
import { drawnRows } from './list-window.ts';
import { RoomItem } from './room-item.tsx';
import styles from './room-list.module.css';
import { SteadyRooms } from './stable-room-order.ts';
import { useListWindow } from './use-list-window.ts';
import { useRowStop } from './use-roving-row.ts';

/** The least time between two drawings of the list, ms: a busy room changes it with each message. */
const CALM_MS = 250;

/** All rooms, of which those on screen are drawn. */
export function RoomList({ openRoomId }: { openRoomId: string | undefined }) {
  const { roomList, connection } = useChat();
  const [steady] = useState(() => new SteadyRooms(new CalmStore(roomList.rooms, () => CALM_MS)));
  const scroller = useRef<HTMLElement>(null);
  const rooms = useStore(steady);
  const isOffline = useStore(connection.state).status === 'disconnected';
  useEffect(() => steady.open(openRoomId), [steady, openRoomId]);
  return (
    <nav ref={scroller} className={styles.rooms} aria-label={words.rooms.list}>
      {!rooms &&
        (isOffline ? <p className={styles.empty}>{words.rooms.listOffline}</p> : <RoomListSkeleton />)}
      {rooms?.length === 0 && <p className={styles.noRooms}>{words.rooms.none}</p>}
      <FirstRoom className={styles.firstRoom} />
      {rooms && rooms.length > 0 && (
        <Rows rooms={rooms} openRoomId={openRoomId} scroller={scroller} steady={steady} />
      )}
    </nav>
  );
}

interface RowsProps {
  rooms: readonly ListedRoom[];
  openRoomId: string | undefined;
  scroller: RefObject<HTMLElement | null>;
  steady: SteadyRooms;
}

function Rows({ rooms, openRoomId, scroller, steady }: RowsProps) {
  const { roomList } = useChat();
  const isComplete = useStore(roomList.isComplete);
  const ids = useMemo(() => rooms.map(({ id }) => id), [rooms]);
  const { rowHeight, visible, measure } = useListWindow(scroller, ids);
  const { first, last } = visible;
  const pageSize = Math.max(1, last - first);
  const hold = useHold(steady);
  const stop = useRowStop({ ids, startId: openRoomId, pageSize, onFocusInside: hold.focus });

  useEffect(() => {
    steady.look(last);
    // A list that is hidden is not pointed at, and no event says so.
    if (last < 0) hold.leave();
    const isHead = last >= 0 && first === 0;
    roomList.look({ roomIds: ids.slice(first, last + 1), last, isHead });
  }, [steady, roomList, hold, ids, first, last]);

  return (
    <>
      <ul
        className={styles.list}
        style={{ height: rooms.length * rowHeight }}
        {...stop.props}
        onPointerEnter={hold.enter}
        onPointerLeave={hold.leave}
      >
        {drawnRows(visible, rooms.length, [stop.index]).map(index => {
          const room = rooms[index];
          return (
            room && (
              <RoomItem
                key={room.id}
                ref={index === first ? measure : undefined}
                room={room}
                isOpen={room.id === openRoomId}
                isStop={index === stop.index}
                top={index * rowHeight}
                place={index + 1}
                count={isComplete ? rooms.length : -1}
              />
            )
          );
        })}
      </ul>
      {!isComplete && (rooms.length < MOST_ROWS ? <SkeletonRow /> : <p>{words.rooms.findTheRest}</p>)}
    </>
  );
}

/** While a mouse is in the list, or the focus, its rows keep their places. */
function useHold(steady: SteadyRooms) {
  const [hold] = useState(() => {
    let isPointed = false;
    let isFocused = false;
    const update = () => steady.hold(isPointed || isFocused);
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
  return hold;
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
        // oxlint-disable-next-line react/no-array-index-key -- shapes have no identity
        <SkeletonRow key={index} width={width} />
      ))}
      <LoadingWords />
    </>
  );
}

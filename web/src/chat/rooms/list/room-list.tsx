import { useRef } from 'react';
import { useChat, useMe } from '../../../state/chat-context.ts';
import { useStore } from '../../../state/use-store.ts';
import { strings } from '../../../strings/strings.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { HeldRightClick } from '../../../ui/menu/held-right-click.tsx';
import { RequestsButton } from '../../requests/requests-button.tsx';
import { CreateFirstRoom } from '../create-first-room.tsx';
import styles from './room-list.module.css';
import { RoomListParts } from './room-list-parts.tsx';
import { RoomListSkeleton } from './room-list-skeleton.tsx';
import { useStableRooms } from './use-stable-rooms.ts';

const LazyRowMenus = createIdleComponent(() => import('./row-menus.tsx'), 'RowMenus', HeldRightClick);

/** Renders only the rows on screen. */
export function RoomList({ openRoomId }: { openRoomId: string | undefined }) {
  const chat = useChat();
  const { connection } = chat;
  const isGuest = useMe().guest === true;
  const scroller = useRef<HTMLElement>(null);
  const { own, other } = useStableRooms(chat, openRoomId);
  const isOffline = useStore(connection.state).status === 'disconnected';
  const isEmpty = other.rooms?.length === 0 && !own.rooms?.length;
  return (
    <>
      <nav ref={scroller} className={styles.rooms} aria-label={strings.rooms.list}>
        <RequestsButton />
        {!other.rooms &&
          (isOffline ? <p className={styles.empty}>{strings.rooms.listOffline}</p> : <RoomListSkeleton />)}
        {isEmpty && isGuest && <p className={styles.empty}>{strings.rooms.noneForGuest}</p>}
        {isEmpty && !isGuest && <p className={styles.noRooms}>{strings.rooms.none}</p>}
        {!isGuest && <CreateFirstRoom className={styles.firstRoom} />}
        {other.rooms && !isEmpty && (
          <RoomListParts own={own} other={other} openRoomId={openRoomId} scroller={scroller} />
        )}
      </nav>
      <LazyRowMenus list={scroller} />
    </>
  );
}

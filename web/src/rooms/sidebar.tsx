import { Plus } from 'lucide-react';
import { useState } from 'react';
import { CalmStore } from '../chat/calm-store.ts';
import { useChat } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LoadingWords, SkeletonLine } from '../ui/loading.tsx';
import { Mark } from '../ui/mark.tsx';
import { useOpenedByAddress } from '../ui/use-opened-by-address.ts';
import { words } from '../words/words.ts';
import { FirstRoom } from './first-room.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { NewRoomDialog } from './new-room-dialog.tsx';
import { RoomItem } from './room-item.tsx';
import styles from './sidebar.module.css';

/** The least time between two drawings of the list, ms: a busy room changes it with each message. */
const CALM_MS = 250;

interface SidebarProps {
  roomId: string | undefined;
  /** Whether its name is the title of the screen: there is no other. */
  isTitled: boolean;
  /** Whether it is the only pane, and so the main part of the page. */
  isAlone: boolean;
}

export function Sidebar({ roomId, isTitled, isAlone }: SidebarProps) {
  const Title = isTitled ? 'h1' : 'p';
  return (
    <div className={styles.sidebar}>
      {/* The banner of the page, unless it lies in the main part. */}
      <header role={isAlone ? 'none' : undefined}>
        <div className={styles.header}>
          <Title className={styles.name}>
            <Mark size={28} />
            Snug
          </Title>
          <Dashboard />
        </div>
        <div className={styles.actions}>
          <JoinDialog />
          <NewRoom />
        </div>
      </header>
      <RoomList openRoomId={roomId} />
    </div>
  );
}

function NewRoom() {
  const [isOpen, setOpen] = useState(useOpenedByAddress('new'));
  return (
    <NewRoomDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label={words.rooms.createNew} icon={Plus} look="main" tip="below-start" />}
    />
  );
}

function RoomList({ openRoomId }: { openRoomId: string | undefined }) {
  const { roomList, connection } = useChat();
  const [calmRooms] = useState(() => new CalmStore(roomList.rooms, () => CALM_MS));
  const rooms = useStore(calmRooms);
  const isOffline = useStore(connection.state).status === 'disconnected';
  return (
    <nav className={styles.rooms} aria-label={words.rooms.list}>
      {!rooms &&
        (isOffline ? <p className={styles.empty}>{words.rooms.listOffline}</p> : <RoomListSkeleton />)}
      {rooms?.length === 0 && <p className={styles.noRooms}>{words.rooms.none}</p>}
      <FirstRoom className={styles.firstRoom} />
      {rooms && rooms.length > 0 && (
        <ul>
          {rooms.map(room => (
            <RoomItem key={room.id} room={room} isOpen={room.id === openRoomId} />
          ))}
        </ul>
      )}
    </nav>
  );
}

function RoomListSkeleton() {
  return (
    <>
      <div aria-hidden>
        {([50, 35, 50, 35, 50] as const).map((width, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- shapes have no identity
          <div key={index} className={styles.skeleton}>
            <SkeletonLine width={width} />
            <SkeletonLine width={90} />
          </div>
        ))}
      </div>
      <LoadingWords />
    </>
  );
}

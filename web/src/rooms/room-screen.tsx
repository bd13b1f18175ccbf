import { useEffect } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { MessageListSkeleton } from '../messages/message-list-skeleton.tsx';
import { SkeletonLine } from '../ui/loading.tsx';
import { useTitle } from '../ui/use-title.ts';
import { RoomHeader } from './room-header.tsx';
import styles from './room-screen.module.css';

/** One room, followed for as long as it is on screen. Give it the room's id as its key. */
export function RoomScreen({ roomId }: { roomId: string }) {
  const room = useChat().room(roomId);
  useEffect(() => room.open(), [room]);
  const me = useMe();
  const { status, log } = useStore(room.view);
  useTitle(log?.room.name);

  if (log) {
    return (
      <div className={styles.screen}>
        <RoomHeader room={log.room} isAdmin={log.admins.includes(me.uid)} />
        <MessageList roomId={roomId} log={log} />
        <Composer roomId={roomId} />
      </div>
    );
  }
  return status === 'missing' ? <RoomMissing roomId={roomId} /> : <RoomLoading />;
}

function RoomMissing({ roomId }: { roomId: string }) {
  return (
    <div className={styles.screen}>
      <RoomHeader />
      <p className={styles.missing}>Chat {roomId} not found</p>
    </div>
  );
}

function RoomLoading() {
  return (
    <div className={styles.screen}>
      <RoomHeader>
        <SkeletonLine width={20} />
      </RoomHeader>
      <MessageListSkeleton />
    </div>
  );
}

import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useChat, useMe } from '../chat/chat-context.ts';
import { useWas } from '../chat/use-has-been.ts';
import { useStore } from '../chat/use-store.ts';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../messages/list/message-list.tsx';
import { MessageListSkeleton } from '../messages/list/message-list-skeleton.tsx';
import { CalmView } from '../messages/scroll/throttled-room-view.ts';
import { words } from '../strings/strings.ts';
import { SkeletonLine } from '../ui/feedback/loading.tsx';
import { Mark } from '../ui/feedback/logo.tsx';
import { LinkButton } from '../ui/form/link-button.tsx';
import { RoomTitle } from '../unread/room-title.tsx';
import { RoomHeader } from './room-header.tsx';
import styles from './room-screen.module.css';
import { useMessageAt } from './use-linked-message.ts';

/** One room, followed for as long as it is on screen. Give it the room's id as its key. */
export function RoomScreen({ roomId }: { roomId: string }) {
  const chat = useChat();
  const { connection } = chat;
  const room = chat.room(roomId);
  useEffect(() => room.open(), [room]);
  const me = useMe();
  const [view] = useState(() => new CalmView(room.view));
  const { status, log, isKept, loadingOlder } = useStore(view);
  const wasOffline = useWas(useStore(connection.state).status === 'disconnected');
  const { at, count, isSought } = useMessageAt(room, log !== undefined && !isKept);

  if (status === 'missing') return <RoomMissing roomId={roomId} />;
  if (!log && !wasOffline) return <RoomLoading roomId={roomId} />;
  return (
    <div className={styles.screen}>
      <RoomTitle name={log?.room.name} />
      {log ? (
        <RoomHeader room={log.room} isAdmin={log.admins.includes(me.uid)} />
      ) : (
        <HeaderByList roomId={roomId}>
          <h1>{words.rooms.offline}</h1>
        </HeaderByList>
      )}
      {log && isSought && !wasOffline ? (
        <MessageListSkeleton />
      ) : (
        <MessageList
          key={`${log ? 'known' : 'unknown'} ${count}`}
          roomId={roomId}
          log={log}
          isLoadingOlder={loadingOlder}
          note={<OfflineNote />}
          at={at}
          onFurtherUp={view.setFurtherUp}
        />
      )}
      <Composer roomId={roomId} />
    </div>
  );
}

/** With the name of the room, if the list knows it. */
function HeaderByList({ roomId, children }: { roomId: string; children: ReactNode }) {
  const { roomList } = useChat();
  useStore(roomList.rooms);
  return <RoomHeader name={roomList.row(roomId)?.name}>{children}</RoomHeader>;
}

function OfflineNote() {
  return (
    <>
      <CloudOff size={40} strokeWidth={1.3} aria-hidden />
      <p>{words.rooms.showsLater}</p>
      <p>{words.rooms.sentLater}</p>
    </>
  );
}

function RoomMissing({ roomId }: { roomId: string }) {
  const hasItems = useStore(useChat().outbox.items).some(item => item.roomId === roomId);
  const note = (
    <div className={styles.missing}>
      <Mark size={56} />
      <h1>{words.rooms.notFound(roomId)}</h1>
      <p className={styles.why}>{words.rooms.notFoundWhy}</p>
      <LinkButton href="/">{words.shell.toRooms}</LinkButton>
    </div>
  );
  return (
    <div className={styles.screen}>
      <RoomTitle />
      <RoomHeader />
      {hasItems ? <MessageList roomId={roomId} log={undefined} note={note} /> : note}
    </div>
  );
}

function RoomLoading({ roomId }: { roomId: string }) {
  return (
    <div className={styles.screen}>
      <RoomTitle />
      <HeaderByList roomId={roomId}>
        <SkeletonLine width={20} />
      </HeaderByList>
      <MessageListSkeleton />
    </div>
  );
}

import { Store } from '@snug/client';
import { CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useRoomName } from '../../people/direct/room-name.ts';
import { useChat, useMe } from '../../state/chat-context.ts';
import { useHasBeen } from '../../state/use-has-been.ts';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { useSearchParam } from '../../ui/browser/location.ts';
import { SkeletonLine } from '../../ui/feedback/loading.tsx';
import { PageNotice } from '../../ui/feedback/page-notice.tsx';
import { LinkButton } from '../../ui/form/link-button.tsx';
import { MessageList } from '../messages/list/message-list.tsx';
import { MessageListSkeleton } from '../messages/list/message-list-skeleton.tsx';
import { LazyConversation } from '../replies/conversation/lazy-conversation.tsx';
import { ReplyContext } from '../replies/reply-context.ts';
import { RoomTitle } from '../unread/room-title.tsx';
import { useNewLine } from '../unread/use-new-line.ts';
import { RoomFooter } from './room-footer.tsx';
import { RoomHeader } from './room-header.tsx';
import styles from './room-screen.module.css';
import { useRoomPlace } from './use-room-place.ts';

interface RoomScreenProps {
  roomId: string;
  /** Below the header. */
  bar?: ReactNode;
}

/** Subscribes to the room while mounted. Needs the room's id as its key. */
export function RoomScreen({ roomId, bar }: RoomScreenProps) {
  const chat = useChat();
  const { connection, cursors } = chat;
  const room = chat.room(roomId);
  useEffect(() => room.open(), [room]);
  // Before the list marks messages as read.
  useLayoutEffect(() => cursors.onOpened(roomId), [cursors, roomId]);
  const me = useMe();
  const view = useStore(room.view);
  const { status, log, isCached, isLoadingOlder } = view;
  const wasOffline = useHasBeen(useStore(connection.state).status === 'disconnected');
  const [isScrolledUp] = useState(() => new Store(false));
  const opened = useRoomPlace({ roomId, room, view, isScrolledUp: isScrolledUp.get(), wasOffline });
  const { place, isStart, count, isPending, jump, back } = opened;
  const conversation = useSearchParam('conversation');
  const newLine = useNewLine(roomId, log !== undefined && !isCached, conversation !== undefined);
  const replies = useMemo(() => ({ jump, back }), [jump, back]);

  // The reader left the room for a conversation, and returns to the same place.
  const [leftCount, setLeftCount] = useState<number>();
  if (conversation !== undefined && leftCount !== count) setLeftCount(count);

  const name = useRoomName(log?.room);

  if (status === 'missing') return <RoomNotFound roomId={roomId} />;
  if (!log && !wasOffline) return <RoomLoading roomId={roomId} />;
  return (
    <div className={styles.screen}>
      <RoomTitle name={name} />
      <div>
        {log ? (
          <RoomHeader room={log.room} name={name} isAdmin={log.admins.includes(me.uid)} />
        ) : (
          <ListedRoomHeader roomId={roomId}>
            <h1>{strings.rooms.offline}</h1>
          </ListedRoomHeader>
        )}
        {bar}
      </div>
      {log && conversation !== undefined ? (
        <LazyConversation roomId={roomId} messageId={conversation} />
      ) : log && isPending && !wasOffline ? (
        <MessageListSkeleton />
      ) : (
        <ReplyContext value={replies}>
          <MessageList
            key={`${log ? 'known' : 'unknown'} ${count}`}
            roomId={roomId}
            log={log}
            isLoadingOlder={isLoadingOlder}
            placeholder={<OfflineNote />}
            place={leftCount === count ? undefined : place}
            newLine={{ ...newLine, isWanted: !isStart, onJump: jump }}
            onScrolledUpChange={isScrolledUp.set}
          />
        </ReplyContext>
      )}
      <RoomFooter roomId={roomId} log={log} />
    </div>
  );
}

function ListedRoomHeader({ roomId, children }: { roomId: string; children: ReactNode }) {
  const { roomList } = useChat();
  useStore(roomList.rooms);
  return <RoomHeader name={useRoomName(roomList.getRow(roomId))}>{children}</RoomHeader>;
}

function OfflineNote() {
  return (
    <>
      <CloudOff size={40} strokeWidth={1.3} aria-hidden />
      <p>{strings.rooms.showsLater}</p>
      <p>{strings.rooms.sentLater}</p>
    </>
  );
}

function RoomNotFound({ roomId }: { roomId: string }) {
  const hasItems = useStore(useChat().outbox.items).some(item => item.roomId === roomId);
  const title = strings.rooms.notFound(roomId);
  const note = (
    <PageNotice title={title} text={strings.rooms.notFoundDescription}>
      <LinkButton href="/">{strings.shell.toRooms}</LinkButton>
    </PageNotice>
  );
  return (
    <div className={styles.screen}>
      <RoomTitle name={title} />
      <RoomHeader name={undefined} />
      {hasItems ? <MessageList roomId={roomId} log={undefined} placeholder={note} /> : note}
    </div>
  );
}

function RoomLoading({ roomId }: { roomId: string }) {
  return (
    <div className={styles.screen}>
      <RoomTitle />
      <ListedRoomHeader roomId={roomId}>
        <SkeletonLine width={20} />
      </ListedRoomHeader>
      <MessageListSkeleton />
    </div>
  );
}

import { getLastActivityAt, type LastMessage, type ListedRoom } from '@snug/protocol';
import { memo, type Ref } from 'react';
import { roomPath } from '../chat/room-path.ts';
import { stripCodeMarkup } from '../messages/text/code.ts';
import { usePerson } from '../profiles/use-person.ts';
import { strings } from '../strings/strings.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { Link } from '../ui/browser/link.tsx';
import { Name } from '../ui/text/name.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { UnreadBadge } from '../unread/unread-badge.tsx';
import { LastMessageFile } from './last-message-file.tsx';
import styles from './room-item.module.css';
import { useRoomPrefetch } from './use-room-prefetch.ts';

interface RoomItemProps {
  room: ListedRoom;
  isOpen: boolean;
  isTabStop: boolean;
  top: number;
  position: number;
  /** The total number of rooms; -1 if unknown. */
  count: number;
  ref?: Ref<HTMLLIElement> | undefined;
}

export const RoomItem = memo(function RoomItem(props: RoomItemProps) {
  const { room, isOpen, isTabStop, top, position, count, ref } = props;
  const prefetchHandlers = useRoomPrefetch(room.id);
  return (
    <li
      ref={ref}
      className={styles.row}
      style={{ insetBlockStart: top }}
      aria-posinset={position}
      aria-setsize={count}
    >
      <Link
        href={roomPath(room.id)}
        className={styles.item}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={isTabStop ? undefined : -1}
        data-room={room.id}
        {...prefetchHandlers}
      >
        <span className={styles.name} dir="auto">
          {room.name}
        </span>
        <RelativeTime className={styles.time} at={getLastActivityAt(room)} />
        {room.lastMessage ? (
          <LastMessageLine message={room.lastMessage} roomId={room.id} />
        ) : (
          <span className={styles.last}>{strings.rooms.noMessages}</span>
        )}
      </Link>
    </li>
  );
});

function LastMessageLine({ message, roomId }: { message: LastMessage; roomId: string }) {
  const author = usePerson(message.author);
  return (
    <span className={styles.last}>
      <Avatar person={author} size={20} />
      <span className={styles.words}>
        <span className={styles.author}>
          <Name of={author.name} />
        </span>{' '}
        <MessagePreview message={message} />
      </span>
      <UnreadBadge roomId={roomId} />
    </span>
  );
}

function MessagePreview({ message: { text, file } }: { message: LastMessage }) {
  if (text === undefined && file) {
    return (
      <span className={styles.text}>
        <LastMessageFile file={file} />
      </span>
    );
  }
  return (
    <span className={styles.text} dir="auto">
      {stripCodeMarkup(text ?? '')}
    </span>
  );
}

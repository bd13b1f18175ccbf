import { activeAt } from '@snug/client';
import type { LastMessage, Room } from '@snug/protocol';
import { memo } from 'react';
import { Link } from 'wouter';
import { withoutMarks } from '../messages/code.ts';
import { usePerson } from '../profiles/use-person.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Name } from '../ui/name.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { UnreadBadge } from '../unread/unread-badge.tsx';
import { words } from '../words/words.ts';
import { LastFile } from './last-file.tsx';
import styles from './room-item.module.css';
import { roomPath } from './room-path.ts';
import { useWarming } from './use-warming.ts';

export const RoomItem = memo(function RoomItem({ room, isOpen }: { room: Room; isOpen: boolean }) {
  const warming = useWarming(room.id);
  return (
    <li>
      <Link
        href={roomPath(room.id)}
        className={styles.item}
        aria-current={isOpen ? 'page' : undefined}
        {...warming}
      >
        <span className={styles.name} dir="auto">
          {room.name}
        </span>
        <RelativeTime className={styles.time} at={activeAt(room)} />
        {room.lastMessage ? (
          <Last message={room.lastMessage} roomId={room.id} />
        ) : (
          <span className={styles.last}>{words.rooms.noMessages}</span>
        )}
      </Link>
    </li>
  );
});

function Last({ message, roomId }: { message: LastMessage; roomId: string }) {
  const author = usePerson(message.author);
  return (
    <span className={styles.last}>
      <Avatar person={author} size={20} />
      <span className={styles.words}>
        <span className={styles.author}>
          <Name of={author.name} />
        </span>{' '}
        <Preview message={message} />
      </span>
      <UnreadBadge roomId={roomId} />
    </span>
  );
}

function Preview({ message: { text, file } }: { message: LastMessage }) {
  if (text === undefined && file) {
    return (
      <span className={styles.text}>
        <LastFile file={file} />
      </span>
    );
  }
  return (
    <span className={styles.text} dir="auto">
      {withoutMarks(text ?? '')}
    </span>
  );
}

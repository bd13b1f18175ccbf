import type { RoomOptions } from '@snug/client';
import { getLastActivityAt, type LastMessage, type ListedRoom } from '@snug/protocol';
import { memo, type Ref } from 'react';
import { useIsBlocked } from '../../blocks/use-is-blocked.ts';
import { useMe } from '../../chat/chat-context.ts';
import { roomPath } from '../../chat/room-path.ts';
import { usePerson } from '../../profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { Link } from '../../ui/browser/link.tsx';
import { Name } from '../../ui/text/name.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { UnreadBadge } from '../../unread/unread-badge.tsx';
import { RoomMark } from '../room-mark.tsx';
import { useRoomName } from '../room-name.ts';
import { useRoomOptions } from '../use-room-options.ts';
import { LastMessageFile } from './last-message-file.tsx';
import { OptionMarks } from './option-marks.tsx';
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
  const name = useRoomName(room);
  const options = useRoomOptions(room.id);
  const label = describeRoom(name, room, options);
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
        <span className={styles.title}>
          <span
            className={styles.name}
            dir="auto"
            data-muted={options.muted}
            aria-hidden={label !== name || undefined}
          >
            {name}
          </span>
          {label !== name && <VisuallyHidden>{label}</VisuallyHidden>}
          <OptionMarks {...options} />
          {/* After the name, with which the name of the link begins. */}
          <span className={styles.mark}>
            <RoomMark room={room} />
          </span>
        </span>
        <RelativeTime className={styles.time} at={getLastActivityAt(room)} />
        {room.lastMessage ? (
          <LastMessageLine message={room.lastMessage} roomId={room.id} people={room.people} />
        ) : (
          <span className={styles.last}>{strings.rooms.noMessages}</span>
        )}
      </Link>
    </li>
  );
});

/** "Garden, private, favourite, muted". */
function describeRoom(name: string, { kind }: ListedRoom, { favourite, muted }: RoomOptions): string {
  const { privateRoom, favouriteRoom, mutedRoom } = strings.rooms;
  const withKind = kind === 'private' ? privateRoom(name) : name;
  const withFavourite = favourite ? favouriteRoom(withKind) : withKind;
  return muted ? mutedRoom(withFavourite) : withFavourite;
}

interface LastMessageLineProps {
  message: LastMessage;
  roomId: string;
  /** Of a direct room, whose row already shows their pictures. */
  people: ListedRoom['people'];
}

function LastMessageLine({ message, roomId, people }: LastMessageLineProps) {
  const author = usePerson(message.author);
  const isMine = useMe().uid === author.uid;
  const isBlocked = useIsBlocked(author.uid);
  const isObvious = people !== undefined && people.length <= 2 && (!isMine || people.length === 1);
  if (isBlocked) {
    return (
      <span className={styles.last}>
        <span className={styles.words}>
          <span className={styles.text}>{strings.messages.fromBlocked}</span>
        </span>
        <UnreadBadge roomId={roomId} />
      </span>
    );
  }
  return (
    <span className={styles.last}>
      {!people && <Avatar person={author} size={20} />}
      <span className={styles.words}>
        {!isObvious && (
          <span className={styles.author}>
            <Name of={author.name} />
          </span>
        )}{' '}
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
      {text}
    </span>
  );
}

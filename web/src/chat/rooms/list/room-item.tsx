import type { RoomOptions } from '@snug/client';
import { getLastActivityAt, type LastMessage, type ListedRoom } from '@snug/protocol';
import { memo, type ReactNode, type Ref } from 'react';
import { useIsBlocked } from '../../../people/blocks/use-is-blocked.ts';
import { useRoomName } from '../../../people/direct/room-name.ts';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { useMe } from '../../../state/chat-context.ts';
import { roomPath } from '../../../state/room-path.ts';
import { strings } from '../../../strings/strings.ts';
import { Avatar } from '../../../ui/avatar/avatar.tsx';
import { Link } from '../../../ui/browser/link.tsx';
import { formatBadge } from '../../../ui/text/badge.ts';
import { Name } from '../../../ui/text/name.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { readPreview } from '../../messages/text/read-preview.ts';
import { ShownWords } from '../../messages/text/shown-words.tsx';
import { MentionMark, UnreadBadge } from '../../unread/unread-badge.tsx';
import { useReadState } from '../../unread/use-unread.ts';
import { RoomMark } from '../room-mark.tsx';
import { useRoomOptions } from '../use-room-options.ts';
import { LastMessageFile } from './last-message-file.tsx';
import { OptionMarks } from './option-marks.tsx';
import styles from './room-item.module.css';

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
  const { unread = 0, mentions = 0 } = useReadState(room.id) ?? {};
  const shownCount = options.muted ? 0 : unread;
  const label = describeRoom(name, room, options, { unread: shownCount, mentions });
  const isPersonal = mentions > 0 || room.kind === 'direct';
  const hasQuietMention = options.muted && mentions > 0;
  const badge = hasQuietMention ? (
    <MentionMark />
  ) : (
    <UnreadBadge count={shownCount} isPersonal={isPersonal} />
  );
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
      >
        <span className={styles.title}>
          <span
            className={styles.name}
            dir="auto"
            data-muted={options.muted}
            data-unread={shownCount > 0 || undefined}
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
          <LastMessageLine message={room.lastMessage} people={room.people} badge={badge} />
        ) : (
          <span className={styles.last}>{strings.rooms.noMessages}</span>
        )}
      </Link>
    </li>
  );
});

/** "Garden, private, favourite, muted, 3 unread, 1 mention". */
function describeRoom(
  name: string,
  { kind }: ListedRoom,
  { favourite, muted }: RoomOptions,
  { unread, mentions }: { unread: number; mentions: number },
): string {
  const { privateRoom, favouriteRoom, mutedRoom, unreadRoom, mentionedRoom } = strings.rooms;
  const withKind = kind === 'private' ? privateRoom(name) : name;
  const withFavourite = favourite ? favouriteRoom(withKind) : withKind;
  const withMuted = muted ? mutedRoom(withFavourite) : withFavourite;
  const withUnread = unread > 0 ? unreadRoom(withMuted, formatBadge(unread)) : withMuted;
  return mentions > 0 ? mentionedRoom(withUnread, mentions, formatBadge(mentions)) : withUnread;
}

interface LastMessageLineProps {
  message: LastMessage;
  badge: ReactNode;
  /** Of a direct room, whose row already shows their pictures. */
  people: ListedRoom['people'];
}

function LastMessageLine({ message, badge, people }: LastMessageLineProps) {
  const author = usePerson(message.author);
  const isMine = useMe().uid === author.uid;
  const isBlocked = useIsBlocked(author.uid);
  const isOneOfTwo = people?.some(({ uid }) => uid === author.uid) === true && people.length <= 2;
  const isObvious = isOneOfTwo && (!isMine || people?.length === 1);
  if (isBlocked) {
    return (
      <span className={styles.last}>
        <span className={styles.words}>
          <span className={styles.text}>{strings.messages.fromBlocked}</span>
        </span>
        {badge}
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
      {badge}
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
      {text && <ShownWords of={readPreview(text)} />}
    </span>
  );
}

import type { ListedRoom } from '@snug/protocol';
import { useId } from 'react';
import { roomPath } from '../chat/room-path.ts';
import { readPreview } from '../messages/text/words.ts';
import { usePerson } from '../profiles/use-person.ts';
import { useRoomName } from '../rooms/room-name.ts';
import { Avatar } from '../ui/avatar/avatar.tsx';
import { Link } from '../ui/browser/link.tsx';
import { RelativeTime } from '../ui/text/relative-time.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './requests-dialog.module.css';

interface RequestItemProps {
  room: ListedRoom;
  onOpened: () => void;
}

/** Its link opens the conversation, before an answer. */
export function RequestItem({ room, onOpened }: RequestItemProps) {
  const name = useRoomName(room);
  const { lastMessage } = room;
  const id = useId();
  return (
    <li className={styles.request}>
      <Link className={styles.link} href={roomPath(room.id)} onClick={onOpened}>
        {lastMessage && <AuthorAvatar author={lastMessage.author} />}
        <span className={styles.words}>
          <span id={id} className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.text} dir="auto">
            {lastMessage?.text ? readPreview(lastMessage.text) : lastMessage?.file?.name}
          </span>
        </span>
        {lastMessage && <RelativeTime className={styles.time} at={lastMessage.createdAt} />}
      </Link>
      <div className={styles.buttons}>
        <AnswerButtons roomId={room.id} describedBy={id} onAccepted={onOpened} />
      </div>
    </li>
  );
}

function AuthorAvatar({ author }: { author: NonNullable<ListedRoom['lastMessage']>['author'] }) {
  return <Avatar person={usePerson(author)} size={40} />;
}

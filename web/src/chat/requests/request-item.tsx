import type { ListedRoom, Person } from '@snug/protocol';
import { useId } from 'react';
import { useRoomName } from '../../people/direct/room-name.ts';
import { usePerson } from '../../people/profiles/use-person.ts';
import { roomPath } from '../../state/room-path.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Avatar } from '../../ui/avatar/avatar.tsx';
import { Link } from '../../ui/browser/link.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { readPreview } from '../messages/text/read-preview.ts';
import { ShownWords } from '../messages/text/shown-words.tsx';
import { useRoomOptions } from '../rooms/use-room-options.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './requests-dialog.module.css';

interface RequestItemProps {
  room: ListedRoom;
  onOpened: () => void;
}

/** Its link opens the room, before an answer. */
export function RequestItem({ room, onOpened }: RequestItemProps) {
  const { requestedBy } = useRoomOptions(room.id);
  const { lastMessage } = room;
  const shown = room.kind === 'direct' ? lastMessage?.author : requestedBy;
  const id = useId();
  return (
    <li className={styles.request}>
      <Link className={styles.link} href={roomPath(room.id)} onClick={onOpened}>
        {shown && <RequestAvatar person={shown} />}
        <span className={styles.words}>
          <RequestTitle id={id} room={room} requestedBy={requestedBy} />
          <span className={styles.text} dir="auto">
            {lastMessage?.text ? <ShownWords of={readPreview(lastMessage.text)} /> : lastMessage?.file?.name}
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

interface RequestTitleProps {
  id: string;
  room: ListedRoom;
  requestedBy: Person | undefined;
}

function RequestTitle({ id, room, requestedBy }: RequestTitleProps) {
  const name = useRoomName(room);
  const asker = usePerson(requestedBy);
  const isDirect = room.kind === 'direct' || !asker;
  return (
    <span id={id} className={isDirect ? styles.name : styles.title} dir="auto">
      {isDirect ? name : lazyStrings.requests.added(isolateBidi(asker.name), isolateBidi(name))}
    </span>
  );
}

function RequestAvatar({ person }: { person: Person }) {
  return <Avatar person={usePerson(person)} size={40} />;
}

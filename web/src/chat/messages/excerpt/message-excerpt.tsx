import { type Message, type Person, type Reply, readMarkedWords, toTextMentions } from '@snug/protocol';
import { CornerUpRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useIsBlocked } from '../../../people/blocks/use-is-blocked.ts';
import { type NamedRoom, useRoomName } from '../../../people/direct/room-name.ts';
import { PersonAvatar } from '../../../people/profiles/person-avatar.tsx';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { messagePath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { Link } from '../../../ui/browser/link.tsx';
import { LinkButton } from '../../../ui/form/link-button.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { getQuoteText } from '../../replies/quote-text.ts';
import { LastMessageFile } from '../../rooms/list/last-message-file.tsx';
import { OpenProfileContext } from '../text/mention-name.tsx';
import { MessageText } from '../text/message-text.tsx';
import { ShownWords } from '../text/shown-words.tsx';
import styles from './message-excerpt.module.css';

interface MessageExcerptProps {
  room: NamedRoom;
  message: Message;
  before?: Message | undefined;
  after?: Message | undefined;
  onOpenProfile: (person: Person) => void;
  /** Whether the reader has read it, if the list shows that. */
  isRead?: boolean | undefined;
  /** Beside "Go to message". */
  children?: ReactNode;
}

/** A message outside its room, below what it answers, or between the ones before and after it. */
export function MessageExcerpt(props: MessageExcerptProps) {
  const { room, message, before, after, onOpenProfile, isRead, children } = props;
  const id = useId();
  const roomName = useRoomName(room);
  const author = usePerson(message.author);
  const { reply } = message;
  return (
    <article className={styles.excerpt} data-read={isRead} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.room} dir="auto">
          {roomName}
        </h2>
        {isRead === false && <span className={styles.new}>{strings.messages.new}</span>}
        <RelativeTime className={styles.time} at={message.createdAt} />
      </header>
      {reply && <Quote roomId={message.roomId} reply={reply} />}
      {!reply && before && <Neighbour message={before} />}
      <div className={styles.message}>
        <div className={styles.avatar}>
          <PersonAvatar person={author} size={36} />
        </div>
        <div className={styles.words}>
          <p className={styles.author}>
            <Name of={author.name} />
          </p>
          <OpenProfileContext value={onOpenProfile}>
            <Content message={message} />
          </OpenProfileContext>
        </div>
      </div>
      {!reply && after && <Neighbour message={after} />}
      <footer className={styles.footer}>
        <LinkButton href={messagePath(message.roomId, message.id)} aria-describedby={id}>
          {lazyStrings.mentions.goToMessage}
        </LinkButton>
        {children}
      </footer>
    </article>
  );
}

function Content({ message }: { message: Message }) {
  const { text, file } = message;
  return (
    <>
      {text !== undefined && (
        <MessageText text={text} mentions={toTextMentions(message)} className={undefined} />
      )}
      {file && (
        <p className={styles.file}>
          <LastMessageFile file={file} />
        </p>
      )}
    </>
  );
}

/** What the message answers, in one line that leads there. */
function Quote({ roomId, reply }: { roomId: string; reply: Reply }) {
  const author = usePerson(reply.author);
  const text = getQuoteText(reply, useIsBlocked(author.uid));
  if (reply.deleted) return <p className={styles.neighbour}>{text}</p>;
  return (
    <Link className={styles.quote} href={messagePath(roomId, reply.id)}>
      <CornerUpRight className={styles.icon} size={13} strokeWidth={2} aria-hidden />
      <VisuallyHidden>{strings.messages.source}</VisuallyHidden>
      <span className={styles.neighbourAuthor}>
        <Name of={author.name} />
      </span>{' '}
      <bdi>
        <ShownWords of={text} />
      </bdi>
    </Link>
  );
}

/** One line. */
function Neighbour({ message }: { message: Message }) {
  const author = usePerson(message.author);
  const isBlocked = useIsBlocked(author.uid);
  const { text, file } = message;
  if (isBlocked) return <p className={styles.neighbour}>{strings.messages.fromBlocked}</p>;
  return (
    <p className={styles.neighbour}>
      <span className={styles.neighbourAuthor}>
        <Name of={author.name} />
      </span>{' '}
      {text === undefined && file ? (
        <LastMessageFile file={file} />
      ) : (
        <bdi>{text && <ShownWords of={readMarkedWords(text)} />}</bdi>
      )}
    </p>
  );
}

import { type Message, toTextMentions } from '@snug/protocol';
import type { ReactNode } from 'react';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { PersonAvatar } from '../../people/profiles/person-avatar.tsx';
import { usePerson } from '../../people/profiles/use-person.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { MessageText } from '../messages/text/message-text.tsx';
import styles from './listed-message.module.css';

interface ListedMessageProps {
  message: Message;
  /** A line above it, such as the name of its room. */
  note?: ReactNode;
  /** Its buttons. */
  children: ReactNode;
}

/** A message in a list of its room. */
export function ListedMessage({ message, note, children }: ListedMessageProps) {
  const { createdAt } = message;
  const author = usePerson(message.author);
  const time = strings.times.dateAndTime(formatDate(createdAt), formatTime(createdAt));
  return (
    <article className={styles.entry} aria-label={strings.messages.rowAt(author.name, time)}>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.message}>
        <span className={styles.avatar} aria-hidden>
          <PersonAvatar person={author} size={36} />
        </span>
        <p className={styles.head}>
          <bdi className={styles.author}>{author.name}</bdi>
          <time className={styles.time} dateTime={new Date(createdAt).toISOString()}>
            {time}
          </time>
        </p>
        <Content message={message} />
      </div>
      <div className={styles.buttons}>{children}</div>
    </article>
  );
}

function Content({ message }: { message: Message }) {
  const { author, text, file, deletedAt, removed } = message;
  const isBlocked = useIsBlocked(author.uid);
  const { messages } = strings;
  if (removed) return <p className={styles.gone}>{messages.removed}</p>;
  if (deletedAt !== undefined) return <p className={styles.gone}>{lazyStrings.messageLists.gone}</p>;
  if (isBlocked) return <p className={styles.gone}>{messages.fromBlocked}</p>;
  return (
    <div className={styles.content}>
      {text !== undefined && (
        <MessageText text={text} mentions={toTextMentions(message)} className={undefined} />
      )}
      {file && (
        <p className={styles.file} dir="auto">
          {file.name}
        </p>
      )}
    </div>
  );
}

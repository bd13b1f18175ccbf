import type { Person } from '@snug/protocol';
import { memo } from 'react';
import { MessageFile } from '../files/message-file.tsx';
import { PendingFile } from '../files/pending-file.tsx';
import { splitName } from '../profiles/names.ts';
import { PersonAvatar } from '../profiles/person-avatar.tsx';
import { usePerson } from '../profiles/use-person.ts';
import { classNames } from '../ui/class-names.ts';
import { formatDate, formatTime } from '../ui/time.ts';
import { MessageActions } from './message-actions.tsx';
import styles from './message-row.module.css';
import { MessageText } from './message-text.tsx';
import { NotSent } from './not-sent.tsx';
import type { Row } from './rows.ts';
import { useHeld } from './use-held.ts';

interface MessageRowProps extends Omit<Row, 'seq'> {
  /** Came while the reader was here. */
  isNew: boolean;
  /** Asks whether to delete it; absent where the message is somebody else's. */
  onDelete: ((messageId: string) => void) | undefined;
  onOpenProfile: (person: Person) => void;
  onOpenPicture: (fileId: string) => void;
}

/** One message. Its time is the receipt: it shows once the message is stored. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { id, text, file, upload, progress, createdAt, status, error, startsRun, isNew } = props;
  const { likeCount, liked, onDelete, onOpenProfile, onOpenPicture } = props;
  const author = usePerson(props.author);
  const held = useHeld();
  const time = status === 'stored' && <RowTime at={createdAt} isHead={startsRun} />;
  return (
    <article
      {...held}
      aria-label={`${author.name}, ${status === 'stored' ? formatTime(createdAt) : 'not sent yet'}`}
      className={classNames(
        styles.row,
        startsRun && styles.startsRun,
        isNew && styles.isNew,
        status === 'waiting' && styles.isWaiting,
        (file || upload) && styles.hasFile,
      )}
    >
      <div className={styles.gutter}>{startsRun ? <PersonAvatar person={author} size={40} /> : time}</div>
      <div className={styles.body}>
        {startsRun && (
          <p className={styles.head}>
            <Author person={author} onOpen={onOpenProfile} />
            {time}
          </p>
        )}
        {text && (
          <div className={styles.text}>
            <MessageText text={text} />
          </div>
        )}
        {file && (
          <div className={styles.file}>
            <MessageFile file={file} onOpenPicture={onOpenPicture} />
          </div>
        )}
        {upload && (
          <div className={styles.file}>
            <PendingFile upload={upload} progress={progress} />
          </div>
        )}
        {status === 'failed' && <NotSent id={id} error={error} />}
      </div>
      {status === 'stored' && (
        <MessageActions
          messageId={id}
          liked={liked}
          likeCount={likeCount}
          onDelete={onDelete && (() => onDelete(id))}
        />
      )}
    </article>
  );
});

/** The whole name; its first word opens the profile. */
function Author({ person, onOpen }: { person: Person; onOpen: (person: Person) => void }) {
  const [first, rest] = splitName(person.name);
  return (
    <span className={styles.author} dir="auto">
      <button type="button" onClick={() => onOpen(person)}>
        {first}
      </button>
      {rest}
    </span>
  );
}

function RowTime({ at, isHead }: { at: number; isHead: boolean }) {
  return (
    <time
      className={classNames(styles.time, !isHead && styles.isHidden)}
      dateTime={new Date(at).toISOString()}
      title={`${formatDate(at)}, ${formatTime(at)}`}
    >
      {formatTime(at)}
    </time>
  );
}

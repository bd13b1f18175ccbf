import type { Person } from '@snug/protocol';
import { memo, useState } from 'react';
import { MessageFile } from '../../files/message-file.tsx';
import { PendingFile } from '../../files/upload/pending-file.tsx';
import { isVoiceMessage } from '../../files/view/file-kind.ts';
import { Likes } from '../../likes/likes.tsx';
import { useLike } from '../../likes/use-like.ts';
import { splitName } from '../../profiles/names.ts';
import { PersonAvatar } from '../../profiles/person-avatar.tsx';
import { usePerson } from '../../profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { RovingTabIndexContext, useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import type { Row } from '../rows.ts';
import { MessageText } from '../text/message-text.tsx';
import { MessageActions } from './message-actions.tsx';
import styles from './message-row.module.css';
import { SendFailure } from './send-failure.tsx';

interface MessageRowProps {
  row: Row;
  /** A picture beside others. */
  isCell?: boolean;
  /** Near what is in view. Far from it, a row is its words alone, in the same room. */
  isNear: boolean;
  /** Came while the reader was here. */
  isNew: boolean;
  /** The reader was led to it. */
  isHighlighted: boolean;
  /** It has the focus, or something of it: `inside`; it had it last: `left`. */
  focus: 'inside' | 'left' | undefined;
  /** Asks whether to delete it; absent where the message is somebody else's. */
  onDelete: ((messageId: string) => void) | undefined;
  onOpenProfile: (person: Person) => void;
  onOpenPicture: (fileId: string) => void;
}

/** One message. Its time is the receipt: it shows once the message is stored. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const {
    row,
    isCell = false,
    isNear,
    isNew,
    isHighlighted,
    focus,
    onDelete,
    onOpenProfile,
    onOpenPicture,
  } = props;
  const { id, text, createdAt, status, startsRun, likeCount } = row;
  const isStored = status === 'stored';
  const author = usePerson(row.author);
  // Far from what is in view nobody sees it arrive, and a list that is drawn again brings nothing new.
  const [isAnimated] = useState(isNew && isNear);
  const time = isStored && <RowTime at={createdAt} isHead={startsRun} />;
  return (
    <article
      id={id}
      data-seq={row.seq}
      data-starts-run={startsRun || undefined}
      data-cell={isCell || undefined}
      tabIndex={focus && (focus === 'inside' ? 0 : -1)}
      aria-label={getRowLabel(author, isStored ? createdAt : undefined)}
      className={classNames(
        styles.row,
        startsRun && styles.startsRun,
        isCell && styles.cell,
        isAnimated && styles.arrives,
        isHighlighted && styles.isMarked,
        status === 'waiting' && styles.isWaiting,
      )}
    >
      <RovingTabIndexContext value={focus === 'inside'}>
        {isNear && (
          <div className={styles.gutter}>{startsRun ? <PersonAvatar person={author} size={40} /> : time}</div>
        )}
        {startsRun && isNear && (
          <p className={styles.head}>
            <RowAuthor messageId={id} person={author} onOpen={onOpenProfile} />
            {time}
          </p>
        )}
        {startsRun && !isNear && <PlainHead person={author} at={isStored ? createdAt : undefined} />}
        {text && <MessageText text={text} className={styles.text} />}
        <RowFile row={row} onOpenPicture={onOpenPicture} />
        {status === 'failed' && <SendFailure id={id} error={row.error} />}
        {isNear && isStored && <RowControls row={row} onDelete={onDelete} />}
        {!isNear && likeCount > 0 && <Likes messageId={id} />}
      </RovingTabIndexContext>
    </article>
  );
});

/** The likes of a stored message, and what else can be done with it. */
function RowControls({ row, onDelete }: Pick<MessageRowProps, 'row' | 'onDelete'>) {
  const { id, roomId, liked, likeCount } = row;
  const like = useLike(roomId, id, liked, likeCount);
  const isLiked = like.count > 0;
  return (
    <>
      {isLiked && <Likes messageId={id} like={like} />}
      <MessageActions
        roomId={roomId}
        messageId={id}
        like={isLiked ? undefined : like}
        onDelete={onDelete && (() => onDelete(id))}
      />
    </>
  );
}

/** What is said with a file, be it there or on its way. */
function RowFile({ row, onOpenPicture }: Pick<MessageRowProps, 'row' | 'onOpenPicture'>) {
  const { file, upload, progress } = row;
  if (upload) {
    return (
      <div className={styles.file} data-file={upload.name}>
        <PendingFile upload={upload} progress={progress} />
      </div>
    );
  }
  if (!file) return null;
  return (
    <div className={styles.file} data-file={isVoiceMessage(file) ? strings.files.voiceMessage : file.name}>
      <MessageFile file={file} onOpenPicture={onOpenPicture} />
    </div>
  );
}

function getRowLabel({ name }: Person, at: number | undefined): string {
  return at === undefined ? strings.messages.rowPending(name) : strings.messages.rowAt(name, formatTime(at));
}

interface RowAuthorProps {
  messageId: string;
  person: Person;
  onOpen: (person: Person) => void;
}

/** The whole name; its first word opens the profile. */
function RowAuthor({ messageId, person, onOpen }: RowAuthorProps) {
  const [first, rest] = splitName(person.name);
  return (
    <span className={styles.author} dir="auto">
      <button
        type="button"
        tabIndex={useRovingTabIndex()}
        // With the whole name and the time: what follows the button is not read as a piece of its own.
        aria-describedby={messageId}
        onClick={() => onOpen(person)}
      >
        {first}
      </button>
      <span aria-hidden>{rest}</span>
    </span>
  );
}

/** The same in words. */
function PlainHead({ person, at }: { person: Person; at: number | undefined }) {
  return (
    <p className={styles.farHead}>
      {person.name} {at !== undefined && formatTime(at)}
    </p>
  );
}

function RowTime({ at, isHead }: { at: number; isHead: boolean }) {
  return (
    <time
      className={classNames(styles.time, !isHead && styles.isHidden)}
      dateTime={new Date(at).toISOString()}
      title={strings.times.dateAndTime(formatDate(at), formatTime(at))}
    >
      {formatTime(at)}
    </time>
  );
}

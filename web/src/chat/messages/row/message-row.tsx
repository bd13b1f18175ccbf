import type { Person } from '@snug/protocol';
import { Pin } from 'lucide-react';
import { createContext, memo, use, useState } from 'react';
import { FoldedMessage } from '../../../people/blocks/folded-message.tsx';
import { useIsBlocked } from '../../../people/blocks/use-is-blocked.ts';
import { BotTag } from '../../../people/profiles/bot-tag.tsx';
import { splitName } from '../../../people/profiles/names.ts';
import { PersonAvatar } from '../../../people/profiles/person-avatar.tsx';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { LazyStatus } from '../../../people/status/lazy-status.ts';
import { useDrafts, useMe } from '../../../state/chat-context.ts';
import { strings } from '../../../strings/strings.ts';
import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { useTimeZone } from '../../../ui/browser/time-zone.ts';
import { classNames } from '../../../ui/class-names.ts';
import { RovingTabIndexContext, useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { formatDate, formatTime } from '../../../ui/text/format-time.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { MessageFile } from '../../files/message-file.tsx';
import { isVoiceMessage } from '../../files/view/file-kind.ts';
import { PlainReactions, Reactions } from '../../reactions/reactions.tsx';
import { useReactions } from '../../reactions/use-reactions.ts';
import { QuoteLine } from '../../replies/quote-line.tsx';
import { RepliesLine } from '../../replies/replies-line.tsx';
import { startReply } from '../../replies/reply-drafts.ts';
import type { Row } from '../rows.ts';
import { LineRow } from './line-row.tsx';
import type { OpenMenu } from './message-actions.tsx';
import styles from './message-row.module.css';
import { RowText } from './row-text.tsx';

const LazyPendingFile = createIdleComponent(
  () => import('../../files/upload/pending-file.tsx'),
  'PendingFile',
);
const LazyMessageActions = createIdleComponent(() => import('./message-actions.tsx'), 'MessageActions');
const LazyNoticeRow = createIdleComponent(() => import('./notice-row.tsx'), 'NoticeRow', LineRow);
const LazySendFailure = createIdleComponent(() => import('./send-failure.tsx'), 'SendFailure');
const LazyUndoButton = createIdleComponent(() => import('../undo/undo-button.tsx'), 'UndoButton');

/** Rows show without their actions first: nobody sees those before a pointer or the focus is on the row. */
export const HasActionsContext = createContext(true);

interface MessageRowProps {
  row: Row;
  isCell?: boolean;
  isNear: boolean;
  isHighlighted: boolean;
  /** `inside`: the row has the focus, itself or within it. `last`: it had the focus last. */
  focus: 'inside' | 'last' | undefined;
  /** Undefined for messages of other people. */
  onDelete: ((messageId: string) => void) | undefined;
  onMore: OpenMenu;
  onOpenProfile: (person: Person) => void;
  onOpenPicture: (fileId: string) => void;
}

/** The message of a blocked person is folded until the reader asks for it. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, focus } = props;
  useTimeZone();
  const isBlocked = useIsBlocked(row.author.uid);
  const [isShown, setShown] = useState(false);
  const { fromBlocked } = strings.messages;
  if (row.line === 'removed') return <LineRow row={row} focus={focus} label={strings.messages.removed} />;
  if (row.line) return <LazyNoticeRow row={row} focus={focus} label={row.text} />;
  if (!isBlocked || isShown) return <FullRow {...props} />;
  return (
    <LineRow row={row} focus={focus} label={fromBlocked}>
      <FoldedMessage messageId={row.id} onShow={() => setShown(true)} />
    </LineRow>
  );
});

/** The time of a message shows after the server has stored it. */
function FullRow(props: MessageRowProps) {
  const {
    row,
    isCell = false,
    isNear,
    isHighlighted,
    focus,
    onDelete,
    onMore,
    onOpenProfile,
    onOpenPicture,
  } = props;
  const { id, text, reply, createdAt, status, startsRun } = row;
  const isStored = status === 'stored';
  const author = usePerson(row.author);
  const mentionsReader = mentionsPerson(row, useMe().uid);
  const time = isStored && <RowTime at={createdAt} isHead={startsRun} isPinned={row.isPinned} />;
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
        isHighlighted && styles.isMarked,
        status === 'waiting' && styles.isWaiting,
        mentionsReader && styles.mentionsReader,
      )}
    >
      <RovingTabIndexContext value={focus === 'inside'}>
        {isNear && (
          <div className={styles.gutter}>{startsRun ? <PersonAvatar person={author} size={40} /> : time}</div>
        )}
        {startsRun && isNear && (
          <p className={styles.head}>
            <RowAuthor messageId={id} person={author} onOpen={onOpenProfile} />
            <BotTag person={author} />
            <LazyStatus author={author} />
            {time}
          </p>
        )}
        {startsRun && !isNear && <PlainHead person={author} at={isStored ? createdAt : undefined} />}
        {reply && <QuoteLine messageId={id} reply={reply} isNear={isNear} />}
        <RowText row={row} className={styles.text} onOpenProfile={onOpenProfile} />
        <RowFile row={row} onOpenPicture={onOpenPicture} />
        <RepliesLine row={row} />
        {status === 'failed' && <LazySendFailure id={id} error={row.error} />}
        {onDelete && text && isNear && <LazyUndoButton messageId={id} roomId={row.roomId} />}
        {isNear && isStored && <RowControls row={row} onDelete={onDelete} onMore={onMore} />}
        {!isNear && (row.reactions ?? row.customReactions) && <PlainReactions row={row} />}
      </RovingTabIndexContext>
    </article>
  );
}

function RowControls({ row, onDelete, onMore }: Pick<MessageRowProps, 'row' | 'onDelete' | 'onMore'>) {
  const { id, roomId } = row;
  const drafts = useDrafts();
  const reactions = useReactions(row);
  const hasActions = use(HasActionsContext);
  return (
    <>
      {reactions.groups.length > 0 && <Reactions messageId={id} reactions={reactions} />}
      {hasActions && (
        <LazyMessageActions
          messageId={id}
          reactions={reactions}
          onReply={() => startReply(drafts, roomId, { ...row, seq: row.seq ?? 0 })}
          onMore={onMore}
          onDelete={onDelete && (() => onDelete(id))}
        />
      )}
    </>
  );
}

function RowFile({ row, onOpenPicture }: Pick<MessageRowProps, 'row' | 'onOpenPicture'>) {
  const { file, upload, progress } = row;
  if (upload) {
    return (
      <div className={styles.file} data-file={upload.name}>
        <LazyPendingFile upload={upload} progress={progress} />
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

function mentionsPerson({ mentions, author }: Row, me: string): boolean {
  return author.uid !== me && mentions?.some(({ uid }) => uid === me || uid === null) === true;
}

function getRowLabel({ name }: Person, at: number | undefined): string {
  return at === undefined ? strings.messages.rowPending(name) : strings.messages.rowAt(name, formatTime(at));
}

interface RowAuthorProps {
  messageId: string;
  person: Person;
  onOpen: (person: Person) => void;
}

/** Only the first word of the name is a button, which opens the profile. */
function RowAuthor({ messageId, person, onOpen }: RowAuthorProps) {
  const [first, rest] = splitName(person.name);
  return (
    <span className={styles.author} dir="auto">
      <button
        type="button"
        tabIndex={useRovingTabIndex()}
        // The label of the row has the whole name and the time. The rest of the name is hidden from screen readers.
        aria-describedby={messageId}
        onClick={() => onOpen(person)}
      >
        {first}
      </button>
      <span aria-hidden>{rest}</span>
    </span>
  );
}

function PlainHead({ person, at }: { person: Person; at: number | undefined }) {
  return (
    <p className={styles.farHead}>
      {person.name} {at !== undefined && formatTime(at)}
    </p>
  );
}

function PinMark({ isHead }: { isHead: boolean }) {
  return (
    <span className={classNames(styles.pin, isHead && styles.isHead)} title={strings.messages.pinned}>
      <Pin size={12} aria-hidden />
      <VisuallyHidden>{strings.messages.pinned}</VisuallyHidden>
    </span>
  );
}

interface RowTimeProps {
  at: number;
  isHead: boolean;
  isPinned: boolean | undefined;
}

function RowTime({ at, isHead, isPinned }: RowTimeProps) {
  return (
    <>
      {isPinned && <PinMark isHead={isHead} />}
      <time
        className={classNames(styles.time, !isHead && styles.isHidden)}
        dateTime={new Date(at).toISOString()}
        title={strings.times.dateAndTime(formatDate(at), formatTime(at))}
      >
        {formatTime(at)}
      </time>
    </>
  );
}

import { Dialog } from '@base-ui/react/dialog';
import { Copy, Heart, Link, type LucideIcon, Trash2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useMe } from '../../chat/chat-context.ts';
import { messagePath } from '../../chat/room-path.ts';
import { usePerson } from '../../profiles/use-person.ts';
import { words } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import dialog from '../../ui/dialog/dialog.module.css';
import { useOpening } from '../../ui/dialog/use-open-transition.ts';
import { copyLink } from '../../ui/feedback/copy-link.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { pressIn } from '../keyboard/row-focus.ts';
import type { Row } from '../rows.ts';
import styles from './row-sheet.module.css';

export interface RowSheetProps {
  row: Row;
  isOpen: boolean;
  onClose: () => void;
  /** Asks whether to delete the message, where it is the reader's own. */
  onDelete: (messageId: string) => void;
}

/** A sheet at the lower edge. */
export function RowSheetWindow({ row, isOpen, onClose, onDelete }: RowSheetProps) {
  const { id, roomId, text, liked, createdAt } = row;
  const author = usePerson(row.author);
  const isOwn = useMe().uid === author.uid;
  const [date, time] = [formatDate(createdAt), formatTime(createdAt)];

  function close(then: () => void) {
    return () => {
      onClose();
      then();
    };
  }

  return (
    <Dialog.Root open={useOpening(isOpen)} onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.sheet} finalFocus={() => document.getElementById(id)}>
          <header className={styles.header}>
            <div className={styles.about}>
              <Dialog.Title className={styles.title} aria-label={words.messages.rowAt(author.name, time)}>
                <bdi>{author.name}</bdi>
                <span className={styles.time}>{words.times.dateAndTime(date, time)}</span>
              </Dialog.Title>
              <p className={styles.text} dir="auto">
                {text || row.file?.name}
              </p>
            </div>
            <Dialog.Close render={<IconButton label={words.shell.close} icon={X} tip="none" />} />
          </header>
          <Action
            icon={Heart}
            aria-pressed={liked}
            className={styles.like}
            onClick={close(() => pressIn(document.getElementById(id), 'L'))}
          >
            {words.messages.like}
          </Action>
          {text !== '' && (
            <Action icon={Copy} onClick={close(() => void copyWords(text))}>
              {words.messages.copyText}
            </Action>
          )}
          <Action icon={Link} onClick={close(() => void copyLink(messagePath(roomId, id)))}>
            {words.messages.copyLinkInMenu}
          </Action>
          {isOwn && (
            <Action icon={Trash2} className={styles.danger} onClick={close(() => onDelete(id))}>
              {words.messages.delete}
            </Action>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Action({
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { icon: LucideIcon }) {
  return (
    <button type="button" {...rest} className={classNames(styles.action, className)}>
      <Icon size={20} strokeWidth={1.9} aria-hidden />
      {children}
    </button>
  );
}

async function copyWords(text: string): Promise<void> {
  if (await copyText(text)) showSuccess(words.messages.textCopied);
  else showError(words.messages.textNotCopied);
}

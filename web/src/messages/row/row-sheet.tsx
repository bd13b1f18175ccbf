import { Dialog } from '@base-ui/react/dialog';
import { Copy, Heart, Link, type LucideIcon, Trash2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useMe } from '../../chat/chat-context.ts';
import { messagePath } from '../../chat/room-path.ts';
import { usePerson } from '../../profiles/use-person.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import dialog from '../../ui/dialog/dialog.module.css';
import { useOpenTransition } from '../../ui/dialog/use-open-transition.ts';
import { copyLink } from '../../ui/feedback/copy-link.ts';
import { showError, showSuccess } from '../../ui/feedback/toast.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { pressRowButton } from '../keyboard/row-focus.ts';
import type { Row } from '../rows.ts';
import styles from './row-sheet.module.css';

export interface RowSheetProps {
  row: Row;
  isOpen: boolean;
  onClose: () => void;
  /** Called only for the reader's own messages. */
  onDelete: (messageId: string) => void;
}

export function RowSheet({ row, isOpen, onClose, onDelete }: RowSheetProps) {
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
    <Dialog.Root open={useOpenTransition(isOpen)} onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.sheet} finalFocus={() => document.getElementById(id)}>
          <header className={styles.header}>
            <div className={styles.about}>
              <Dialog.Title className={styles.title} aria-label={strings.messages.rowAt(author.name, time)}>
                <bdi>{author.name}</bdi>
                <span className={styles.time}>{strings.times.dateAndTime(date, time)}</span>
              </Dialog.Title>
              <p className={styles.text} dir="auto">
                {text || row.file?.name}
              </p>
            </div>
            <Dialog.Close render={<IconButton label={strings.shell.close} icon={X} tooltip="none" />} />
          </header>
          <SheetAction
            icon={Heart}
            aria-pressed={liked}
            className={styles.like}
            onClick={close(() => pressRowButton(document.getElementById(id), 'L'))}
          >
            {strings.messages.like}
          </SheetAction>
          {text !== '' && (
            <SheetAction icon={Copy} onClick={close(() => void copyMessageText(text))}>
              {strings.messages.copyText}
            </SheetAction>
          )}
          <SheetAction icon={Link} onClick={close(() => void copyLink(messagePath(roomId, id)))}>
            {strings.messages.copyLinkInMenu}
          </SheetAction>
          {isOwn && (
            <SheetAction icon={Trash2} className={styles.danger} onClick={close(() => onDelete(id))}>
              {strings.messages.delete}
            </SheetAction>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SheetAction({
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

async function copyMessageText(text: string): Promise<void> {
  if (await copyText(text)) showSuccess(strings.messages.textCopied);
  else showError(strings.messages.textNotCopied);
}

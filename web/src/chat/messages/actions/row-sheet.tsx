import { Dialog } from '@base-ui/react/dialog';
import { readMarkedWords } from '@snug/protocol';
import { Heart, type LucideIcon, Reply, Trash2, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { usePerson } from '../../../people/profiles/use-person.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { strings } from '../../../strings/strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import dialog from '../../../ui/dialog/dialog.module.css';
import { useCover } from '../../../ui/dialog/use-cover.ts';
import { IconButton } from '../../../ui/form/icon-button.tsx';
import { formatDate, formatTime } from '../../../ui/text/format-time.ts';
import { SheetReactions } from '../../reactions/sheet-reactions.tsx';
import { useReactions } from '../../reactions/use-reactions.ts';
import { pressRowButton } from '../keyboard/row-shortcuts.ts';
import type { Row } from '../rows.ts';
import { ShownWords } from '../text/shown-words.tsx';
import type { ActionsProps } from './action-target.ts';
import styles from './row-sheet.module.css';

interface RowSheetProps extends ActionsProps {
  /** Undefined for messages of other people. */
  onDelete: ((messageId: string) => void) | undefined;
  onReply: () => void;
}

/** Begins with the buttons that a row shows on hover. The entries of its menu follow. */
export function RowSheet(props: RowSheetProps) {
  const { row, actions, isOpen, onClose, onRun, onDelete, onReply, getFinalFocus } = props;
  const { id } = row;
  const reactions = useReactions(row);

  function close(then: () => void) {
    return () => {
      onClose();
      then();
    };
  }

  return (
    <Dialog.Root open={useCover(isOpen, onClose)} onOpenChange={isOpen => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.sheet} finalFocus={getFinalFocus}>
          <SheetHeader row={row} />
          <SheetReactions messageId={id} reactions={reactions} close={close} />
          <SheetAction
            icon={Heart}
            aria-pressed={(reactions.heart?.mine.length ?? 0) > 0}
            className={styles.like}
            onClick={close(() => pressRowButton(document.getElementById(id), 'L'))}
          >
            {strings.messages.like}
          </SheetAction>
          <SheetAction icon={Reply} onClick={close(onReply)}>
            {lazyStrings.messageActions.reply}
          </SheetAction>
          {actions.map(action => (
            <SheetAction
              key={action.label}
              icon={action.icon}
              className={action.isDanger && styles.danger}
              onClick={close(() => onRun(action))}
            >
              {action.label}
            </SheetAction>
          ))}
          {onDelete && (
            <SheetAction icon={Trash2} className={styles.danger} onClick={close(() => onDelete(id))}>
              {lazyStrings.messageActions.delete}
            </SheetAction>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SheetHeader({ row }: { row: Row }) {
  const { text, createdAt, editedAt } = row;
  const author = usePerson(row.author);
  const [date, time] = [formatDate(createdAt), formatTime(createdAt)];
  return (
    <header className={styles.header}>
      <div className={styles.about}>
        <Dialog.Title className={styles.title} aria-label={strings.messages.rowAt(author.name, time)}>
          <bdi>{author.name}</bdi>
          <span className={styles.time}>
            {strings.times.dateAndTime(date, time)}
            {editedAt !== undefined && ` · ${formatEdited(editedAt)}`}
          </span>
        </Dialog.Title>
        <p className={styles.text} dir="auto">
          {text ? <ShownWords of={readMarkedWords(text)} /> : row.file?.name}
        </p>
      </div>
      <Dialog.Close render={<IconButton label={lazyStrings.controls.close} icon={X} tooltip="none" />} />
    </header>
  );
}

function formatEdited(at: number): string {
  return strings.messages.editedAt(strings.times.dateAndTime(formatDate(at), formatTime(at)));
}

type SheetActionProps = Omit<ComponentProps<'button'>, 'className'> & {
  icon: LucideIcon;
  className?: string | false | undefined;
};

function SheetAction({ icon: Icon, className, children, ...rest }: SheetActionProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.action, className)}>
      <Icon size={20} strokeWidth={1.9} aria-hidden />
      {children}
    </button>
  );
}

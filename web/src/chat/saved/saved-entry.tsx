import type { Person } from '@snug/protocol';
import { useState } from 'react';
import { useIsBlocked } from '../../people/blocks/use-is-blocked.ts';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { LazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import { useNow } from '../../ui/text/relative-time.tsx';
import { MessageExcerpt } from '../messages/excerpt/message-excerpt.tsx';
import styles from './saved-entry.module.css';
import { getSavedMessages } from './saved-messages.ts';
import type { SavedRow } from './saved-row.ts';

interface SavedEntryProps {
  row: SavedRow;
  onOpenProfile: (person: Person) => void;
}

export function SavedEntry({ row, onOpenProfile }: SavedEntryProps) {
  const { room, message, before, after } = row;
  const isBlocked = useIsBlocked(message?.author.uid ?? '');
  const { hidden, gone } = lazyStrings.messageLists;
  if (room && message && message.deletedAt === undefined && !isBlocked)
    return (
      <MessageExcerpt {...{ room, message, before, after, onOpenProfile }}>
        <Buttons row={row} canRemind />
      </MessageExcerpt>
    );
  const note = isBlocked ? strings.messages.fromBlocked : message ? gone : hidden;
  return (
    <article className={styles.gone} aria-label={note}>
      <p>{note}</p>
      <div className={styles.buttons}>
        <Buttons row={row} />
      </div>
    </article>
  );
}

function Buttons({ row, canRemind = false }: { row: SavedRow; canRemind?: boolean }) {
  const saved = getSavedMessages(useChat());
  const { roomId, messageId } = row;
  const reminder = useReminder(roomId, messageId);
  const [isOpen, setOpen] = useState(false);
  const { reminders, saved: texts } = lazyStrings;
  return (
    <>
      {canRemind && (
        <LazyDialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          trigger={<Button>{reminders.action}</Button>}
          load={() => import('./remind-dialog.tsx').then(module => module.RemindDialog)}
          dialog={{ roomId, messageId }}
        />
      )}
      <Button onClick={() => void saved.set(roomId, messageId, false)}>{texts.unsave}</Button>
      {reminder && (
        <>
          <Button onClick={() => void saved.set(roomId, messageId, true, null)}>{reminders.dismiss}</Button>
          <ReminderNote {...reminder} />
        </>
      )}
    </>
  );
}

interface ShownReminder {
  at: number;
  isDue: boolean;
}

function useReminder(roomId: string, messageId: string): ShownReminder | undefined {
  const saved = getSavedMessages(useChat());
  const reminders = useStore(saved.reminders);
  const now = useNow() + saved.clockOffset;
  const found = reminders.find(other => other.roomId === roomId && other.messageId === messageId);
  return found && { at: found.remindAt, isDue: found.remindAt <= now };
}

function ReminderNote({ at, isDue }: ShownReminder) {
  const texts = lazyStrings.reminders;
  if (isDue) return <span className={`${styles.note} ${styles.due}`}>{texts.due}</span>;
  const time = strings.times.dateAndTime(formatDate(at), formatTime(at));
  return <span className={styles.note}>{texts.at(time)}</span>;
}

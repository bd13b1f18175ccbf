import { useState } from 'react';
import { showWhenStored } from '../../state/actions/show-when-stored.ts';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { LaterTimeForm } from '../../ui/form/later-time-form.tsx';
import { formatDate, formatTime } from '../../ui/text/format-time.ts';
import type { ActionDialogProps } from '../messages/actions/message-action.ts';
import styles from './remind-dialog.module.css';
import { listReminderTimes, type ReminderTime } from './reminder-times.ts';
import { getSavedMessages } from './saved-messages.ts';

/** From the menu of a message. */
export function RemindRowDialog({ row, isOpen, onClose, getFinalFocus }: ActionDialogProps) {
  return (
    <RemindDialog
      roomId={row.roomId}
      messageId={row.id}
      isOpen={isOpen}
      onOpenChange={onClose}
      getFinalFocus={getFinalFocus}
    />
  );
}

interface RemindDialogProps extends DialogState {
  roomId: string;
  messageId: string;
  getFinalFocus?: () => HTMLElement | null;
}

/** Also saves the message. */
export function RemindDialog({ roomId, messageId, ...state }: RemindDialogProps) {
  const { onOpenChange } = state;
  const chat = useChat();
  const texts = lazyStrings.reminders;

  function remind(at: number): void {
    const done = texts.isSet(strings.times.dateAndTime(formatDate(at), formatTime(at)));
    void showWhenStored(chat, getSavedMessages(chat).set(roomId, messageId, true, at), done);
    onOpenChange(false);
  }

  return (
    <Dialog title={texts.action} {...state}>
      <RemindChoices onChoose={remind} />
    </Dialog>
  );
}

/** Mounts when the dialog opens. */
function RemindChoices({ onChoose }: { onChoose: (at: number) => void }) {
  const saved = getSavedMessages(useChat());
  const texts = lazyStrings.reminders;
  const [now] = useState(() => saved.now());

  /** The dialog may have been open for a while. */
  function choose(key: ReminderTime['key'], shown: number): void {
    onChoose(listReminderTimes(saved.now()).find(time => time.key === key)?.at ?? shown);
  }

  return (
    <>
      <div className={styles.choices}>
        {listReminderTimes(now).map(({ key, at }) => (
          <Button key={key} onClick={() => choose(key, at)}>
            {texts[key]}
          </Button>
        ))}
      </div>
      <LaterTimeForm
        className={styles.form}
        texts={{ label: texts.otherTime, laterTime: texts.laterTime, submit: texts.set }}
        getNow={() => saved.now()}
        proposedMs={60 * 60_000}
        onChoose={onChoose}
      />
    </>
  );
}

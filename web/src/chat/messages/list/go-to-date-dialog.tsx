import { type ComponentProps, useRef, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { messagePath } from '../../../state/room-path.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { navigate } from '../../../ui/browser/location.ts';
import { Dialog, type DialogState } from '../../../ui/dialog/dialog.tsx';
import { showCommandError } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import styles from './go-to-date-dialog.module.css';
import { formatLocalDay, parseLocalDay } from './local-day.ts';
import { useTypedDate } from './use-typed-date.ts';

interface GoToDateProps extends DialogState {
  roomId: string;
  /** The day that the field begins with, ms since 1970. */
  from: number;
}

/** Opens the room at the first message of a day, or at the next one after it. */
export function GoToDateDialog({ roomId, from, isOpen, onOpenChange }: GoToDateProps) {
  const chat = useChat();
  const texts = lazyStrings.goToDate;

  async function goTo(day: number): Promise<{ day?: string } | undefined> {
    try {
      const { messages } = await chat.connection.command('get_messages', { roomId, at: day, limit: 1 });
      const first = messages.find(({ createdAt }) => createdAt >= day);
      if (!first) return { day: texts.none };
      onOpenChange(false);
      navigate(messagePath(roomId, first.id));
    } catch (error) {
      showCommandError(error);
    }
    return undefined;
  }

  return (
    <Dialog title={texts.title} isOpen={isOpen} onOpenChange={onOpenChange}>
      <Form
        className={styles.form}
        fields={['day']}
        validate={({ day }) => (parseLocalDay(day) === undefined ? { day: texts.invalid } : {})}
        onSubmit={({ day }) => goTo(parseLocalDay(day) ?? 0)}
      >
        {({ problems, isBusy }) => (
          <>
            <DayField
              label={texts.date}
              name="day"
              defaultValue={formatLocalDay(from)}
              problem={problems.day}
            />
            <Button type="submit" variant="main" isBusy={isBusy}>
              {texts.go}
            </Button>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Mounts when the dialog opens. */
function DayField(props: ComponentProps<typeof TextField>) {
  const field = useRef<HTMLInputElement>(null);
  const [today] = useState(() => formatLocalDay(Date.now()));
  useTypedDate(field);
  return <TextField {...props} ref={field} type="date" max={today} />;
}

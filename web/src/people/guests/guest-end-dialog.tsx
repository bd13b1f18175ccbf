import type { Person } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatDate } from '../../ui/text/format-time.ts';
import { type AccessEnd, getEndTime, NO_END, toDay } from './access-end.ts';
import { AccessEndFields, checkAccessEnd } from './access-end-fields.tsx';
import styles from './guest-end-dialog.module.css';

const { guests: texts } = lazyStrings;

interface GuestEndDialogProps {
  person: Person;
  /** The present end, which may be over. */
  until: number | undefined;
  isOpen: boolean;
  onClose: () => void;
  onChanged: () => void;
  getFinalFocus: () => HTMLElement | null;
}

export function GuestEndDialog({ isOpen, onClose, getFinalFocus, ...form }: GuestEndDialogProps) {
  return (
    <Dialog
      title={texts.changeEnd}
      isOpen={isOpen}
      onOpenChange={open => !open && onClose()}
      getFinalFocus={getFinalFocus}
    >
      <GuestEndForm {...form} onClose={onClose} />
    </Dialog>
  );
}

type GuestEndFormProps = Pick<GuestEndDialogProps, 'person' | 'until' | 'onClose' | 'onChanged'>;

function GuestEndForm({ person: { uid, name }, until, onClose, onChanged }: GuestEndFormProps) {
  const { connection } = useChat();
  const [end, setEnd] = useState<AccessEnd>(
    until === undefined ? NO_END : { choice: 'other', day: toDay(until - 1) },
  );
  const [now] = useState(Date.now);

  async function save(): Promise<undefined> {
    try {
      const chosen = getEndTime(end, Date.now());
      if (chosen === undefined) return;
      await connection.command('set_guest_end', { uid, until: chosen });
      showSuccess(texts.endChanged(isolateBidi(name)));
      onClose();
      onChanged();
    } catch (error) {
      showCommandError(error);
    }
  }

  return (
    <Form fields={[]} className={styles.form} validate={() => checkAccessEnd(end)} onSubmit={save}>
      {({ problems, isBusy }) => (
        <>
          {until !== undefined && (
            <p className={styles.words}>{(until > now ? texts.until : texts.over)(formatDate(until - 1))}</p>
          )}
          <AccessEndFields end={end} problem={problems.lastDay} onChange={setEnd} />
          <div className={styles.buttons}>
            <Button onClick={onClose}>{lazyStrings.controls.cancel}</Button>
            <Button variant="main" type="submit" isBusy={isBusy}>
              {texts.save}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

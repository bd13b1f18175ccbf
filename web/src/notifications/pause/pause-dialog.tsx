import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { formatLocalTime, parseLocalTime } from '../../ui/form/local-time.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { getOwnSettings } from '../own-settings.ts';
import styles from './pause-dialog.module.css';

interface PauseDialogProps extends DialogState {
  /** Resolves to whether the server has stored it. */
  onChoose: (until: number) => Promise<boolean>;
  getFinalFocus: () => HTMLElement | null;
}

export function PauseDialog({ onChoose, ...state }: PauseDialogProps) {
  async function pause(until: number): Promise<void> {
    if (await onChoose(until)) state.onOpenChange(false);
  }

  return (
    <Dialog title={lazyStrings.pause.title} {...state}>
      <PauseForm onChoose={pause} />
    </Dialog>
  );
}

/** Mounts when the dialog opens. */
function PauseForm({ onChoose }: { onChoose: (until: number) => Promise<void> }) {
  const own = getOwnSettings(useChat());
  const texts = lazyStrings.pause;
  const [now] = useState(() => own.now());
  return (
    <Form
      className={styles.form}
      fields={['time']}
      validate={({ time }) => ((parseLocalTime(time) ?? 0) <= own.now() ? { time: texts.laterTime } : {})}
      onSubmit={async ({ time }) => {
        await onChoose(parseLocalTime(time) ?? 0);
        return undefined;
      }}
    >
      {({ problems, isBusy }) => (
        <>
          <TextField
            label={texts.endsAt}
            name="time"
            type="datetime-local"
            min={formatLocalTime(now)}
            defaultValue={formatLocalTime(now + 4 * 60 * 60_000)}
            problem={problems.time}
          />
          <Button type="submit" variant="main" isBusy={isBusy}>
            {texts.action}
          </Button>
        </>
      )}
    </Form>
  );
}

import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { Dialog, type DialogState } from '../../ui/dialog/dialog.tsx';
import { LaterTimeForm } from '../../ui/form/later-time-form.tsx';
import { getOwnSettings } from '../own-settings.ts';
import styles from './pause-dialog.module.css';

interface PauseDialogProps extends DialogState {
  /** Resolves to whether the server has stored it. */
  onChoose: (until: number) => Promise<boolean>;
  getFinalFocus: () => HTMLElement | null;
}

export function PauseDialog({ onChoose, ...state }: PauseDialogProps) {
  const own = getOwnSettings(useChat());
  const { title, endsAt, laterTime, action } = lazyStrings.pause;

  async function pause(until: number): Promise<void> {
    if (await onChoose(until)) state.onOpenChange(false);
  }

  return (
    <Dialog title={title} {...state}>
      <LaterTimeForm
        className={styles.form}
        texts={{ label: endsAt, laterTime, submit: action }}
        getNow={() => own.now()}
        proposedMs={4 * 60 * 60_000}
        onChoose={pause}
      />
    </Dialog>
  );
}

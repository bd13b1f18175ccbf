import { CommandError, type Session } from '@snug/protocol';
import { useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { showCommandError, showSuccess } from '../../ui/feedback/toast.ts';
import { Button } from '../../ui/form/button.tsx';
import styles from './sessions.module.css';

interface EndSessionButtonProps {
  session: Session;
  /** The id of an element that tells this session from others of such a device. */
  describedBy: string;
  onEnded: () => void;
}

export function EndSessionButton({ session, describedBy, onEnded }: EndSessionButtonProps) {
  const { id, device } = session;
  const { connection } = useChat();
  const [isBusy, setBusy] = useState(false);

  async function end(): Promise<void> {
    setBusy(true);
    try {
      await connection.command('end_session', { id });
      showSuccess(lazyStrings.dashboard.sessionEnded(device));
    } catch (error) {
      // It ended by itself.
      if (!(error instanceof CommandError && error.code === 'not_found')) showCommandError(error);
    } finally {
      setBusy(false);
      onEnded();
    }
  }

  return (
    <Button
      variant="plain"
      className={styles.end}
      isBusy={isBusy}
      aria-label={lazyStrings.dashboard.endSession(device)}
      aria-describedby={describedBy}
      onClick={() => void end()}
    >
      {lazyStrings.dashboard.signOut}
    </Button>
  );
}

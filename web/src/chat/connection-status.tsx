import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useChat } from './chat-context.ts';
import styles from './connection-status.module.css';
import { useStore } from './use-store.ts';

/** How long a lost connection is nobody's business, in ms. */
const QUIET_MS = 3000;

/** One line on top of everything, while what is sent does not arrive. */
export function ConnectionStatus() {
  const state = useStore(useChat().connection.state);
  const isOverdue = useOverdue(state.status === 'connecting' || state.status === 'disconnected');
  if (state.status === 'closed' && state.reason === 'outdated') return <Outdated />;
  return (
    <output className={styles.place}>
      {isOverdue && (
        <span className={styles.line}>
          <span className={styles.dot} aria-hidden />
          <span>Reconnecting...</span>
          <Waiting />
        </span>
      )}
    </output>
  );
}

function Waiting() {
  const count = useStore(useChat().outbox.items).filter(item => item.status === 'waiting').length;
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      {count === 1 ? '1 message' : `${count} messages`} waiting to be sent
    </span>
  );
}

function Outdated() {
  return (
    <p role="alert" className={styles.line}>
      <span>There is a newer version of Snug.</span>
      <Button look="plain" onClick={() => location.reload()}>
        Reload
      </Button>
    </p>
  );
}

/** True once `isWaiting` has been true for `QUIET_MS` without a pause. */
function useOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setOverdue(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [isWaiting]);
  return isOverdue;
}

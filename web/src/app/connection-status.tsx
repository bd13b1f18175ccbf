import type { OutboxItem } from '@snug/client';
import { useSyncExternalStore } from 'react';
import { useChat, useDrafts } from '../state/chat-context.ts';
import { roomPath } from '../state/room-path.ts';
import { useHasBeen } from '../state/use-has-been.ts';
import { useOverdue } from '../state/use-overdue.ts';
import { useStore } from '../state/use-store.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import { Link } from '../ui/browser/link.tsx';
import { Button } from '../ui/form/button.tsx';
import { ConnectionFaultNotice } from './connection-fault-notice.tsx';
import styles from './connection-status.module.css';
import { reloadNow } from './reload.ts';
import { useConnectionFault } from './use-connection-fault.ts';

/** A line at the top of the page for connection problems and failed messages. `roomId`: the open room. */
export function ConnectionStatus({ roomId }: { roomId: string | undefined }) {
  const { connection, outbox } = useChat();
  const state = useStore(connection.state);
  const items = useStore(outbox.items);
  const waiting = items.filter(({ status }) => status === 'waiting').length;
  // The open room shows its failed messages itself.
  const failed = items.filter(item => item.status === 'failed' && item.roomId !== roomId);
  const isReconnecting = useOverdue(state.status === 'connecting' || state.status === 'disconnected');
  const isSendingSlow = useOverdue(waiting > 0);
  const wasConnected = useHasBeen(state.status === 'connected');
  const hasNeverConnected = !wasConnected && state.status === 'disconnected';
  const isOffline = !useOnline();
  const hasProblem = isReconnecting || isSendingSlow || hasNeverConnected || isOffline;
  const fault = useConnectionFault(hasNeverConnected);
  if (fault) return <ConnectionFaultNotice fault={fault} />;
  if (state.status === 'closed' && state.reason === 'outdated') return <OutdatedNotice />;
  return (
    <output className={styles.place}>
      {(hasProblem || failed.length > 0) && (
        <span className={styles.line}>
          {isReconnecting && <span className={styles.dot} aria-hidden />}
          {isReconnecting && <span>{lazyStrings.connection.reconnecting}</span>}
          {hasNeverConnected && <span className={styles.quiet}>{lazyStrings.connection.offline}</span>}
          {isOffline && !hasNeverConnected && (
            <span className={styles.quiet}>{lazyStrings.connection.noNetwork}</span>
          )}
          {hasProblem && waiting > 0 && (
            <span className={styles.quiet}>{lazyStrings.connection.waiting(waiting)}</span>
          )}
          <FailedMessagesLink items={failed} />
        </span>
      )}
    </output>
  );
}

function FailedMessagesLink({ items }: { items: readonly OutboxItem[] }) {
  const [first] = items;
  if (!first) return null;
  return (
    <Link className={styles.notSent} href={roomPath(first.roomId)}>
      {lazyStrings.connection.notSent(items.length)}
    </Link>
  );
}

function OutdatedNotice() {
  const chat = useChat();
  const drafts = useDrafts();
  return (
    <p role="alert" className={styles.line}>
      <span>{lazyStrings.connection.newerVersion}</span>
      <Button variant="plain" onClick={() => void reloadNow({ chat, drafts })}>
        {lazyStrings.connection.reload}
      </Button>
    </p>
  );
}

/** The browser reports a lost network long before a silent connection times out. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

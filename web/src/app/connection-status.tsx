import type { OutboxItem } from '@snug/client';
import { Link } from 'wouter';
import { useChat } from '../chat/chat-context.ts';
import { roomPath } from '../chat/room-path.ts';
import { useWas } from '../chat/use-has-been.ts';
import { useOverdue } from '../chat/use-overdue.ts';
import { useStore } from '../chat/use-store.ts';
import { words } from '../strings/strings.ts';
import { Button } from '../ui/form/button.tsx';
import styles from './connection-status.module.css';
import { useOnline } from './use-online.ts';

/** One line on top of everything, while what is sent does not arrive. `roomId`: the room on screen. */
export function ConnectionStatus({ roomId }: { roomId: string | undefined }) {
  const { connection, outbox } = useChat();
  const state = useStore(connection.state);
  const items = useStore(outbox.items);
  const waiting = items.filter(({ status }) => status === 'waiting').length;
  // In its own room, a message says so itself.
  const failed = items.filter(item => item.status === 'failed' && item.roomId !== roomId);
  const isAway = useOverdue(state.status === 'connecting' || state.status === 'disconnected');
  const isSlow = useOverdue(waiting > 0);
  const wasConnected = useWas(state.status === 'connected');
  const isUnconnected = !wasConnected && state.status === 'disconnected';
  const isOffline = !useOnline();
  const isInTrouble = isAway || isSlow || isUnconnected || isOffline;
  if (state.status === 'closed' && state.reason === 'outdated') return <Outdated />;
  return (
    <output className={styles.place}>
      {(isInTrouble || failed.length > 0) && (
        <span className={styles.line}>
          {isAway && <span className={styles.dot} aria-hidden />}
          {isAway && <span>{words.shell.reconnecting}</span>}
          {isUnconnected && <span className={styles.quiet}>{words.shell.offline}</span>}
          {isOffline && !isUnconnected && <span className={styles.quiet}>{words.shell.noNetwork}</span>}
          {isInTrouble && waiting > 0 && <span className={styles.quiet}>{words.shell.waiting(waiting)}</span>}
          <NotSent items={failed} />
        </span>
      )}
    </output>
  );
}

/** What failed in rooms that are not on screen, and the way to the first of them. */
function NotSent({ items }: { items: readonly OutboxItem[] }) {
  const [first] = items;
  if (!first) return null;
  return (
    <Link className={styles.notSent} href={roomPath(first.roomId)}>
      {words.shell.notSent(items.length)}
    </Link>
  );
}

function Outdated() {
  return (
    <p role="alert" className={styles.line}>
      <span>{words.shell.newerVersion}</span>
      <Button look="plain" onClick={() => location.reload()}>
        {words.shell.reload}
      </Button>
    </p>
  );
}

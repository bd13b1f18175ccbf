import { useUnread } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { formatBadge } from '../ui/badge.ts';
import { Unseen } from '../ui/unseen.tsx';
import styles from './unread-badge.module.css';

/** How many messages one has not read in a room. */
export function UnreadBadge({ roomId }: { roomId: string }) {
  const count = useStore(useUnread().counts).get(roomId);
  if (count === undefined) return null;
  return (
    <>
      <span className={styles.badge} aria-hidden>
        {formatBadge(count)}
      </span>
      <Unseen> {unreadMessages(count)}</Unseen>
    </>
  );
}

function unreadMessages(count: number): string {
  return count === 1 ? '1 unread message' : `${formatBadge(count)} unread messages`;
}

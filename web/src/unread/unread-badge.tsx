import { useUnreadCounter } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { strings } from '../strings/strings.ts';
import { formatBadge } from '../ui/text/badge.ts';
import { VisuallyHidden } from '../ui/text/visually-hidden.tsx';
import styles from './unread-badge.module.css';

export function UnreadBadge({ roomId }: { roomId: string }) {
  const count = useStore(useUnreadCounter().counts).get(roomId);
  if (count === undefined) return null;
  const shown = formatBadge(count);
  return (
    <>
      <span className={styles.badge} aria-hidden>
        {shown}
      </span>
      <VisuallyHidden> {strings.rooms.unread(count, shown)}</VisuallyHidden>
    </>
  );
}

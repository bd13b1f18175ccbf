import { useUnreadCounter } from '../chat/chat-context.ts';
import { useStore } from '../chat/use-store.ts';
import { useRoomOptions } from '../rooms/use-room-options.ts';
import { strings } from '../strings/strings.ts';
import { formatBadge } from '../ui/text/badge.ts';
import { VisuallyHidden } from '../ui/text/visually-hidden.tsx';
import styles from './unread-badge.module.css';

export function UnreadBadge({ roomId }: { roomId: string }) {
  const count = useStore(useUnreadCounter().counts).get(roomId);
  const { muted } = useRoomOptions(roomId);
  if (count === undefined || muted) return null;
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

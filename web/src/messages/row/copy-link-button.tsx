import { Link } from 'lucide-react';
import { messagePath } from '../../chat/room-path.ts';
import { words } from '../../strings/strings.ts';
import { copyLink } from '../../ui/feedback/copy-link.ts';
import { useTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './message-actions.module.css';

export function CopyLinkButton({ roomId, messageId }: { roomId: string; messageId: string }) {
  return (
    <button
      type="button"
      aria-label={words.messages.copyLink}
      aria-describedby={messageId}
      aria-keyshortcuts="C"
      tabIndex={useTabIndex()}
      className={styles.action}
      onClick={() => void copyLink(messagePath(roomId, messageId))}
    >
      <Link size={15} strokeWidth={2} aria-hidden />
    </button>
  );
}

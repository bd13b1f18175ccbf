import { Link } from 'lucide-react';
import { messagePath } from '../../chat/room-path.ts';
import { strings } from '../../strings/strings.ts';
import { copyLink } from '../../ui/feedback/copy-link.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import styles from './message-actions.module.css';

export function CopyLinkButton({ roomId, messageId }: { roomId: string; messageId: string }) {
  return (
    <button
      type="button"
      aria-label={strings.messages.copyLink}
      aria-describedby={messageId}
      aria-keyshortcuts="C"
      tabIndex={useRovingTabIndex()}
      className={styles.action}
      onClick={() => void copyLink(messagePath(roomId, messageId))}
    >
      <Link size={15} strokeWidth={2} aria-hidden />
    </button>
  );
}

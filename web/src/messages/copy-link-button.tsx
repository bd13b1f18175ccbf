import { Link } from 'lucide-react';
import { messagePath } from '../rooms/room-path.ts';
import { copyText } from '../ui/copy-text.ts';
import { useTabIndex } from '../ui/tab-stop.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import styles from './message-actions.module.css';

export function CopyLinkButton({ roomId, messageId }: { roomId: string; messageId: string }) {
  async function copy(): Promise<void> {
    const isCopied = await copyText(new URL(messagePath(roomId, messageId), location.origin).href);
    if (isCopied) showSuccess('Link copied');
    else showError('The link could not be copied');
  }

  return (
    <button
      type="button"
      aria-label="Copy link to message"
      aria-keyshortcuts="C"
      tabIndex={useTabIndex()}
      className={styles.action}
      onClick={() => void copy()}
    >
      <Link size={15} strokeWidth={2} aria-hidden />
    </button>
  );
}

import { Trash2 } from 'lucide-react';
import { LikeButton } from '../likes/like-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useTabIndex } from '../ui/tab-stop.ts';
import { words } from '../words/words.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './message-actions.module.css';

interface MessageActionsProps {
  roomId: string;
  messageId: string;
  liked: boolean;
  likeCount: number;
  /** Absent where the message is somebody else's. */
  onDelete: (() => void) | undefined;
}

/** What can be done with a message: shown while its row is hovered, focused or held; likes always. */
export function MessageActions({ roomId, messageId, liked, likeCount, onDelete }: MessageActionsProps) {
  const tabIndex = useTabIndex();
  return (
    <div className={styles.actions} data-liked={likeCount > 0 || undefined}>
      <CopyLinkButton roomId={roomId} messageId={messageId} />
      {onDelete && (
        <button
          type="button"
          aria-label={words.messages.delete}
          aria-keyshortcuts="Delete Backspace"
          tabIndex={tabIndex}
          className={classNames(styles.action, styles.isDanger)}
          onClick={onDelete}
        >
          <Trash2 size={15} strokeWidth={2} aria-hidden />
        </button>
      )}
      <LikeButton messageId={messageId} liked={liked} likeCount={likeCount} />
    </div>
  );
}

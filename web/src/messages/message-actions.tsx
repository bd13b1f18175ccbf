import { Trash2 } from 'lucide-react';
import { LikeButton } from '../likes/like-button.tsx';
import styles from './message-actions.module.css';

interface MessageActionsProps {
  messageId: string;
  liked: boolean;
  likeCount: number;
  /** Absent where the message is somebody else's. */
  onDelete: (() => void) | undefined;
}

/** What can be done with a message: shown while its row is hovered, focused or held; likes always. */
export function MessageActions({ messageId, liked, likeCount, onDelete }: MessageActionsProps) {
  return (
    <div className={styles.actions} data-liked={likeCount > 0 || undefined}>
      {onDelete && (
        <button type="button" aria-label="Delete message" className={styles.delete} onClick={onDelete}>
          <Trash2 size={15} strokeWidth={2} aria-hidden />
        </button>
      )}
      <LikeButton messageId={messageId} liked={liked} likeCount={likeCount} />
    </div>
  );
}

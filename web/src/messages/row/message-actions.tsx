import { Trash2 } from 'lucide-react';
import { LikeButton } from '../../likes/like-button.tsx';
import type { Like } from '../../likes/use-like.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './message-actions.module.css';

interface MessageActionsProps {
  roomId: string;
  messageId: string;
  /** Undefined if the heart is below the text. */
  like: Like | undefined;
  /** Undefined for messages of other people. */
  onDelete: (() => void) | undefined;
}

/** Visible while the row is hovered or has the focus. */
export function MessageActions({ roomId, messageId, like, onDelete }: MessageActionsProps) {
  const tabIndex = useRovingTabIndex();
  return (
    <div className={styles.actions}>
      {like && <LikeButton messageId={messageId} like={like} className={styles.action} />}
      <CopyLinkButton roomId={roomId} messageId={messageId} />
      {onDelete && (
        <button
          type="button"
          aria-label={strings.messages.delete}
          aria-describedby={messageId}
          aria-keyshortcuts="Delete Backspace"
          tabIndex={tabIndex}
          className={classNames(styles.action, styles.isDanger)}
          onClick={onDelete}
        >
          <Trash2 size={15} strokeWidth={2} aria-hidden />
        </button>
      )}
    </div>
  );
}

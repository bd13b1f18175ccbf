import { Ellipsis, Reply, Trash2 } from 'lucide-react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useRovingTabIndex } from '../../../ui/keyboard/roving-tabindex.ts';
import { AddReactionButton } from '../../reactions/add-reaction-button.tsx';
import { LikeButton } from '../../reactions/like-button.tsx';
import type { RowReactions } from '../../reactions/use-reactions.ts';
import type { MenuAnchor } from '../actions/action-target.ts';
import styles from './message-actions.module.css';

export type OpenMenu = (messageId: string, menu: MenuAnchor) => void;

interface MessageActionsProps {
  messageId: string;
  reactions: RowReactions;
  onReply: () => void;
  onMore: OpenMenu;
  /** Undefined for messages of other people. */
  onDelete: (() => void) | undefined;
}

/** Visible while the row is hovered or has the focus. */
export function MessageActions({ messageId, reactions, onReply, onMore, onDelete }: MessageActionsProps) {
  const tabIndex = useRovingTabIndex();
  return (
    <div className={styles.actions}>
      {/* With likes, it is a chip below the text. */}
      {!reactions.heart && (
        <LikeButton messageId={messageId} onToggle={reactions.toggle} className={styles.action} />
      )}
      <AddReactionButton messageId={messageId} onPick={reactions.toggle} className={styles.action} />
      <button
        type="button"
        aria-label={lazyStrings.messageActions.reply}
        aria-describedby={messageId}
        aria-keyshortcuts="R"
        tabIndex={tabIndex}
        className={styles.action}
        onClick={onReply}
      >
        <Reply size={15} strokeWidth={2} aria-hidden />
      </button>
      <button
        type="button"
        aria-label={lazyStrings.messageActions.more}
        aria-describedby={messageId}
        aria-haspopup="menu"
        tabIndex={tabIndex}
        className={styles.action}
        // A key presses a button without clicks.
        onClick={({ currentTarget, detail }) =>
          onMore(messageId, { anchor: currentTarget, isByKey: detail === 0 })
        }
      >
        <Ellipsis size={15} strokeWidth={2} aria-hidden />
      </button>
      {onDelete && (
        <button
          type="button"
          aria-label={lazyStrings.messageActions.delete}
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

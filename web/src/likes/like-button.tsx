import { Heart } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../strings/strings.ts';
import { classNames } from '../ui/class-names.ts';
import { useRovingTabIndex } from '../ui/keyboard/roving-tabindex.ts';
import { formatBadge } from '../ui/text/badge.ts';
import styles from './like-button.module.css';
import type { Like } from './use-like.ts';

interface LikeButtonProps {
  messageId: string;
  like: Like;
  className?: string | undefined;
}

/** Without likes it is an action of the message's row, with likes a chip with the count below the text. */
export function LikeButton({ messageId, like, className }: LikeButtonProps) {
  const { isLiked, count, toggle } = like;
  const countId = useId();
  return (
    <button
      ref={useRestoredFocus(messageId)}
      type="button"
      aria-label={strings.messages.like}
      aria-keyshortcuts="L"
      tabIndex={useRovingTabIndex()}
      aria-pressed={isLiked}
      aria-describedby={count > 0 ? `${countId} ${messageId}` : messageId}
      className={classNames(count > 0 && styles.chip, className)}
      onClick={toggle}
    >
      {count > 0 ? (
        <span className={styles.look}>
          <Heart size={14} strokeWidth={2.1} aria-hidden />
          <span id={countId}>{formatBadge(count)}</span>
        </span>
      ) : (
        <Heart size={15} strokeWidth={2} aria-hidden />
      )}
    </button>
  );
}

/** The message whose heart had the focus when it moved: the move replaces the element. */
let lastFocusedMessageId: string | undefined;

function useRestoredFocus(messageId: string) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    if (lastFocusedMessageId === messageId) current?.focus({ preventScroll: true });
    lastFocusedMessageId = undefined;
    return () => {
      lastFocusedMessageId = current === document.activeElement ? messageId : undefined;
    };
  }, [messageId]);
  return button;
}

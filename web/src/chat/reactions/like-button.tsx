import { HEART } from '@snug/protocol';
import { Heart } from 'lucide-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import chip from './chip.module.css';
import { ChipCount } from './chip-count.tsx';
import type { ReactionGroup } from './reaction-groups.ts';

interface LikeButtonProps {
  messageId: string;
  /** Undefined if nobody likes the message. */
  heart?: ReactionGroup | undefined;
  onToggle: (emoji: string) => void;
  className?: string | undefined;
}

/** Without likes it is an action of the message's row, with likes a chip with the count below the text. */
export function LikeButton({ messageId, heart, onToggle, className }: LikeButtonProps) {
  const countId = useId();
  return (
    <button
      ref={useRestoredFocus(messageId)}
      type="button"
      aria-label={strings.messages.like}
      aria-keyshortcuts="L"
      tabIndex={useRovingTabIndex()}
      aria-pressed={heart !== undefined && heart.mine.length > 0}
      aria-describedby={heart ? `${countId} ${messageId}` : messageId}
      data-chip={heart && HEART}
      className={classNames(heart && chip.chip, heart && chip.heart, className)}
      onClick={() => onToggle(HEART)}
    >
      {heart ? (
        <span className={chip.look}>
          <Heart size={14} strokeWidth={2.1} aria-hidden />
          <ChipCount id={countId} count={heart.count} />
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

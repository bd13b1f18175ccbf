import { SmilePlus } from 'lucide-react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { openEmojiPicker } from '../emoji/picker-request.ts';

interface AddReactionButtonProps {
  messageId: string;
  onPick: (emoji: string) => void;
  className?: string | undefined;
}

export function AddReactionButton({ messageId, onPick, className }: AddReactionButtonProps) {
  return (
    <button
      type="button"
      aria-label={lazyStrings.emoji.addReaction}
      aria-describedby={messageId}
      aria-keyshortcuts="A"
      aria-haspopup="dialog"
      tabIndex={useRovingTabIndex()}
      className={className}
      onClick={({ currentTarget }) => openEmojiPicker({ anchor: currentTarget, onPick })}
    >
      <SmilePlus size={15} strokeWidth={2} aria-hidden />
    </button>
  );
}

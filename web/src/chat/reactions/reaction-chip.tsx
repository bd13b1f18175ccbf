import { useEffect, useLayoutEffect, useRef } from 'react';
import { getCustomName } from '../../emoji/custom-name.ts';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { useStore } from '../../state/use-store.ts';
import { strings } from '../../strings/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { useRovingTabIndex } from '../../ui/keyboard/roving-tabindex.ts';
import { emojiData, loadEmojiData } from '../emoji/emoji-data.ts';
import chip from './chip.module.css';
import { ChipCount } from './chip-count.tsx';
import type { ReactionGroup } from './reaction-groups.ts';

interface ReactionChipProps {
  messageId: string;
  group: ReactionGroup;
  onToggle: (emoji: string) => void;
}

export function ReactionChip({ messageId, group, onToggle }: ReactionChipProps) {
  const { base, shown, count, mine } = group;
  return (
    <button
      ref={useFocusReturn(messageId)}
      type="button"
      aria-label={strings.reactions.people(useEmojiName(base), count)}
      aria-describedby={messageId}
      tabIndex={useRovingTabIndex()}
      aria-pressed={mine.length > 0}
      data-chip={base}
      className={chip.chip}
      onClick={() => onToggle(base)}
    >
      <span className={chip.look}>
        <span className={classNames(chip.emoji, 'emoji')}>
          <EmojiGlyph of={shown} missing={<span className={chip.missing} title={shown} />} />
        </span>
        <ChipCount count={count} />
      </span>
    </button>
  );
}

/** That of the workspace without its colons. The emoji itself until the names have loaded: screen readers have a name of their own for it. */
export function useEmojiName(emoji: string): string {
  const data = useStore(emojiData);
  useEffect(() => {
    // Without a connection, the emoji stays its own name.
    loadEmojiData().catch(() => {});
  }, []);
  return getCustomName(emoji) ?? data?.byEmoji.get(emoji)?.name ?? emoji;
}

/** The last person's reaction is removed by pressing the chip: the focus stays in the row. */
function useFocusReturn(messageId: string) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    return () => {
      if (current === document.activeElement)
        queueMicrotask(() => document.getElementById(messageId)?.focus({ preventScroll: true }));
    };
  }, [messageId]);
  return button;
}

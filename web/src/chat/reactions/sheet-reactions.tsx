import { SmilePlus } from 'lucide-react';
import { isUsable } from '../../emoji/custom-name.ts';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { customMemory, emojiMemory, listRecent, listUsed } from '../emoji/emoji-memory.ts';
import { openEmojiPicker } from '../emoji/picker-request.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import { useEmojiName } from './reaction-chip.tsx';
import styles from './sheet-reactions.module.css';
import type { RowReactions } from './use-reactions.ts';

const COUNT = 6;

interface SheetReactionsProps {
  messageId: string;
  reactions: RowReactions;
  /** Closes the sheet, then calls `then`. */
  close: (then: () => void) => () => void;
}

/** The emoji used last, and a button for all others. */
export function SheetReactions({ messageId, reactions: { groups, toggle }, close }: SheetReactionsProps) {
  const memory = useStore(emojiMemory);
  const mixed = useStore(customMemory);
  const known = useStore(useChat().emoji.known);
  const used = listUsed(memory, mixed).filter(emoji => isUsable(known, emoji));
  const isMine = (emoji: string) => groups.some(({ base, mine }) => base === emoji && mine.length > 0);
  return (
    <div className={styles.reactions}>
      {listRecent(used, COUNT).map(emoji => (
        <QuickReaction
          key={emoji}
          emoji={emoji}
          shown={applyTone(emoji, memory.tone)}
          isMine={isMine(emoji)}
          onPress={close(() => toggle(emoji))}
        />
      ))}
      <button
        type="button"
        className={styles.button}
        aria-label={lazyStrings.emoji.addReaction}
        onClick={close(() => {
          const anchor = document.getElementById(messageId);
          if (anchor) openEmojiPicker({ anchor, onPick: toggle });
        })}
      >
        <SmilePlus size={22} strokeWidth={1.9} aria-hidden />
      </button>
    </div>
  );
}

interface QuickReactionProps {
  emoji: string;
  shown: string;
  isMine: boolean;
  onPress: () => void;
}

function QuickReaction({ emoji, shown, isMine, onPress }: QuickReactionProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={useEmojiName(emoji)}
      aria-pressed={isMine}
      onClick={onPress}
    >
      <EmojiGlyph of={shown} />
    </button>
  );
}

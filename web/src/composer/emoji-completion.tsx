import { type RefObject, useId } from 'react';
import { useStore } from '../chat/use-store.ts';
import { emojiMemory } from '../emoji/emoji-memory.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import styles from './emoji-completion.module.css';
import { useEmojiCompletion } from './use-emoji-completion.ts';

/** The emoji for a shortcode at the caret, in a list above the composer. The focus stays in the text field. */
export function EmojiCompletion({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const id = useId();
  const { tone } = useStore(emojiMemory);
  const { options, index, accept } = useEmojiCompletion(box, id);
  if (options.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` cannot leave the focus in the text field
    <div id={id} role="listbox" aria-label={lazyStrings.emoji.title} className={styles.list}>
      {options.map((option, place) => (
        <button
          key={option.emoji}
          type="button"
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see the list
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={styles.option}
          // The focus stays in the text field.
          onPointerDown={event => event.preventDefault()}
          onClick={() => accept(option)}
        >
          <span className={styles.emoji}>{applyTone(option.emoji, tone)}</span>
          <span className={styles.shortcode}>{`:${option.shortcodes[0]}:`}</span>
        </button>
      ))}
    </div>
  );
}

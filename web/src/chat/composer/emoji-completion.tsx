import type { Chat } from '@snug/client';
import { type RefObject, useId, useMemo } from 'react';
import { EmojiGlyph } from '../../emoji/emoji-glyph.tsx';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { type EmojiEntry, loadEmojiData } from '../emoji/emoji-data.ts';
import { emojiMemory, rememberEmoji } from '../emoji/emoji-memory.ts';
import { searchEmoji } from '../emoji/search-emoji.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import { toCustomEntry } from '../emoji/to-custom-entry.ts';
import { CompletionList } from './completion-list.tsx';
import styles from './emoji-completion.module.css';
import { findShortcode } from './find-shortcode.ts';
import { type CompletionSource, useCompletion } from './use-completion.ts';
import { useTypedShortcodes } from './use-typed-shortcodes.ts';

const MAX_OPTIONS = 8;

function createSource({ emoji: { known } }: Chat): CompletionSource<EmojiEntry> {
  return {
    find: findShortcode,
    load: async (query, show) => {
      const data = await loadEmojiData();
      show(searchEmoji(data, query, MAX_OPTIONS, known.get().list.map(toCustomEntry)));
    },
    accept: ({ emoji }, insert) => {
      rememberEmoji(emoji);
      insert(`${applyTone(emoji, emojiMemory.get().tone)} `);
    },
  };
}

/** The emoji for a shortcode at the caret. */
export function EmojiCompletion({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  const id = useId();
  const { tone } = useStore(emojiMemory);
  const chat = useChat();
  const source = useMemo(() => createSource(chat), [chat]);
  useTypedShortcodes(box, chat.emoji.known);
  const { options, index, accept } = useCompletion(box, id, source);
  return (
    <CompletionList
      id={id}
      label={lazyStrings.emoji.title}
      options={options}
      index={index}
      getKey={({ emoji }) => emoji}
      onAccept={accept}
      renderOption={option => (
        <>
          <span className={styles.emoji}>
            <EmojiGlyph of={applyTone(option.emoji, tone)} />
          </span>
          <span className={styles.shortcode}>{`:${option.shortcodes[0]}:`}</span>
        </>
      )}
    />
  );
}

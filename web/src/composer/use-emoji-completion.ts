import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type EmojiEntry, loadEmojiData } from '../emoji/emoji-data.ts';
import { emojiMemory, rememberEmoji } from '../emoji/emoji-memory.ts';
import { searchEmoji } from '../emoji/search-emoji.ts';
import { applyTone } from '../emoji/skin-tone.ts';
import { findShortcode, type ShortcodeMatch } from './find-shortcode.ts';

const MAX_OPTIONS = 8;

interface Completion {
  match: ShortcodeMatch | undefined;
  options: readonly EmojiEntry[];
  index: number;
}

const CLOSED: Completion = { match: undefined, options: [], index: 0 };

/** `id`: that of the list; its options have the place after a hyphen. */
export function useEmojiCompletion(box: RefObject<HTMLTextAreaElement | null>, id: string) {
  const [state, setState] = useState(CLOSED);
  const { match, options, index } = state;

  async function update(): Promise<void> {
    const { current } = box;
    const found = current && findMatch(current);
    if (!found) return setState(CLOSED);
    try {
      const data = await loadEmojiData();
      const isCurrent = findMatch(current)?.query === found.query;
      if (isCurrent)
        setState({ match: found, options: searchEmoji(data, found.query, MAX_OPTIONS), index: 0 });
    } catch {
      // Without the data, the text stays as it is typed.
    }
  }

  function accept(option: EmojiEntry | undefined): void {
    const { current } = box;
    if (!current || !match || !option) return;
    setState(CLOSED);
    rememberEmoji(option.emoji);
    current.focus();
    current.setSelectionRange(match.start, match.start + match.query.length + 1);
    // Unlike a new value, this keeps the browser's history for undo.
    document.execCommand('insertText', false, `${applyTone(option.emoji, emojiMemory.get().tone)} `);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (options.length === 0 || event.isComposing || event.keyCode === 229 || event.shiftKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = (index + step + options.length) % options.length;
      setState({ ...state, index: next });
    } else if (event.key === 'Enter' || event.key === 'Tab') accept(options[index]);
    else if (event.key === 'Escape') setState(CLOSED);
    else return;
    event.preventDefault();
    // The composer must not send, and the page must not leave it.
    event.stopPropagation();
  });
  const onInput = useEffectEvent(() => void update());
  const close = useEffectEvent(() => setState(CLOSED));

  useEffect(() => {
    const { current } = box;
    const listeners = {
      keydown: (event: Event) => onKeyDown(event as KeyboardEvent),
      input: () => onInput(),
      click: () => close(),
      blur: () => close(),
    };
    for (const [type, listener] of Object.entries(listeners)) current?.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) current?.removeEventListener(type, listener);
    };
  }, [box]);

  useListAttributes(box, id, options.length > 0 ? index : undefined);
  return { options, index, accept };
}

function findMatch({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): ShortcodeMatch | undefined {
  return selectionStart === selectionEnd ? findShortcode(value, selectionStart) : undefined;
}

/** For assistive technology, while the list shows. `index`: undefined without a list. */
function useListAttributes(
  box: RefObject<HTMLTextAreaElement | null>,
  id: string,
  index: number | undefined,
): void {
  useEffect(() => {
    const { current } = box;
    if (!current || index === undefined) return undefined;
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': `${id}-${index}`,
    };
    for (const [name, value] of Object.entries(attributes)) current.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) current.removeAttribute(name);
    };
  }, [box, id, index]);
}

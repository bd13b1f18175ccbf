import { cleanMessage } from '../text/clean-text.ts';
import { type ItemBlock, parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline } from './inline.ts';
import type { TextMention } from './text-mention.ts';

/** Stands for a mention while the text is parsed: it belongs to no word, and has no marks. */
const PLACEHOLDER = '\ufffc';

/**
 * Like `parseBlocks`, for a stored text with mentions. Code and addresses keep the typed text of theirs. Older texts have line ends and
 * control characters that the server now cleans.
 */
export function parseMentionBlocks(stored: string, storedMentions: readonly TextMention[]): TextBlock[] {
  const { text, mentions } = clean(stored, storedMentions);
  for (let masked = mentions; ; ) {
    const restorer = new MentionRestorer(text, masked);
    const blocks = parseBlocks(restorer.maskedText).map(block => restorer.restoreBlock(block));
    const shown = masked.filter(mention => restorer.shown.has(mention));
    if (shown.length === masked.length) return blocks;
    masked = shown;
  }
}

interface MentionedText {
  text: string;
  mentions: readonly TextMention[];
}

function clean(text: string, mentions: readonly TextMention[]): MentionedText {
  const within = mentions.filter(({ start, length }) => start + length <= text.length);
  const cleaned = cleanMessage({ text, mentions: [...within] });
  if (cleaned.text === text) return { text, mentions: within };
  return {
    text: cleaned.text,
    mentions: within.map((mention, index) => ({ ...mention, ...cleaned.mentions[index] })),
  };
}

class MentionRestorer {
  readonly maskedText: string;
  readonly shown = new Set<TextMention>();
  readonly #text: string;
  /** By the offset of the placeholder in the masked text. */
  readonly #byOffset = new Map<number, TextMention>();

  constructor(text: string, mentions: readonly TextMention[]) {
    let [masked, end] = ['', 0];
    for (const mention of mentions) {
      masked += text.slice(end, mention.start);
      this.#byOffset.set(masked.length, mention);
      masked += PLACEHOLDER;
      end = mention.start + mention.length;
    }
    this.#text = text;
    this.maskedText = masked + text.slice(end);
  }

  restoreBlock(block: TextBlock): TextBlock {
    if (block.kind === 'quote')
      return { ...block, blocks: block.blocks.map(inner => this.restoreBlock(inner)) };
    if (block.kind !== 'list') return this.#restoreItemBlock(block);
    const items = block.items.map(item => ({
      ...item,
      blocks: item.blocks.map(inner => this.#restoreItemBlock(inner)),
    }));
    return { ...block, items };
  }

  #restoreItemBlock(block: ItemBlock): ItemBlock {
    return block.kind === 'code' ? block : { ...block, content: this.#restoreAll(block.content) };
  }

  #restoreAll(content: readonly Inline[]): Inline[] {
    return content.flatMap(part => this.#restore(part));
  }

  #restore(part: Inline): Inline[] {
    if (part.kind === 'text') return this.#splitText(part.text, part.start);
    const hasOwnText = part.kind === 'link' && !part.isNamed;
    if (!('content' in part) || hasOwnText) return [part];
    return [{ ...part, content: this.#restoreAll(part.content) }];
  }

  #splitText(text: string, start: number): Inline[] {
    const parts: Inline[] = [];
    let end = 0;
    const add = (to: number) => {
      if (to > end) parts.push({ kind: 'text', text: text.slice(end, to), start: start + end });
    };
    for (let at = text.indexOf(PLACEHOLDER); at !== -1; at = text.indexOf(PLACEHOLDER, at + 1)) {
      const mention = this.#byOffset.get(start + at);
      if (!mention) continue;
      add(at);
      this.shown.add(mention);
      parts.push({ kind: 'mention', text: this.#getTyped(mention), start: start + at, mention });
      end = at + 1;
    }
    add(text.length);
    return parts;
  }

  #getTyped({ start, length }: TextMention): string {
    return this.#text.slice(start, start + length);
  }
}

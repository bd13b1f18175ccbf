import { StoredValue } from '../../ui/browser/stored-value.ts';
import { SKIN_TONES, type SkinTone, stripTone } from './skin-tone.ts';

const MAX_RECENT = 24;
/** For people who have used few emoji. The heart has a button of its own. */
const FIRST_EMOJI = ['👍', '😂', '🎉', '😮', '😢', '🙏'];

interface EmojiMemory {
  /** Most recent first, without skin tones. */
  recent: readonly string[];
  tone: SkinTone;
}

/** The recent emoji and the skin tone of this browser. */
export const emojiMemory = new StoredValue<EmojiMemory>('snug:emoji', {
  parse,
  serialize: ({ recent, tone }) => JSON.stringify({ recent, tone: SKIN_TONES.indexOf(tone) }),
});

export function rememberEmoji(emoji: string): void {
  const { recent, tone } = emojiMemory.get();
  const base = stripTone(emoji);
  emojiMemory.set({ recent: [base, ...recent.filter(other => other !== base)].slice(0, MAX_RECENT), tone });
}

export function rememberTone(tone: SkinTone): void {
  emojiMemory.set({ ...emojiMemory.get(), tone });
}

/** The most recent emoji, filled up with popular ones. */
export function listRecent(memory: EmojiMemory, count: number): string[] {
  return [...new Set([...memory.recent, ...FIRST_EMOJI])].slice(0, count);
}

function parse(stored: string | null): EmojiMemory {
  try {
    const { recent, tone } = JSON.parse(stored ?? '{}') as { recent?: unknown; tone?: unknown };
    const known = Array.isArray(recent) ? recent.filter(emoji => typeof emoji === 'string') : [];
    return { recent: known.slice(0, MAX_RECENT), tone: SKIN_TONES[Number(tone ?? 0)] };
  } catch {
    return { recent: [], tone: undefined };
  }
}

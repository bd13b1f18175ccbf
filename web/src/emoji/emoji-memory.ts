import { Store } from '@snug/client';
import { readItem, writeItem } from '../ui/browser/local-storage.ts';
import { SKIN_TONES, type SkinTone, stripTone } from './skin-tone.ts';

const KEY = 'snug:emoji';
const MAX_RECENT = 24;
/** For people who have used few emoji. The heart has a button of its own. */
const FIRST_EMOJI = ['👍', '😂', '🎉', '😮', '😢', '🙏'];

interface EmojiMemory {
  /** Most recent first, without skin tones. */
  recent: readonly string[];
  tone: SkinTone;
}

/** The recent emoji and the skin tone of this browser. */
export const emojiMemory = new Store<EmojiMemory>(read());

export function rememberEmoji(emoji: string): void {
  const { recent, tone } = emojiMemory.get();
  const base = stripTone(emoji);
  write({ recent: [base, ...recent.filter(other => other !== base)].slice(0, MAX_RECENT), tone });
}

export function rememberTone(tone: SkinTone): void {
  write({ ...emojiMemory.get(), tone });
}

/** The most recent emoji, filled up with popular ones. */
export function listRecent(memory: EmojiMemory, count: number): string[] {
  return [...new Set([...memory.recent, ...FIRST_EMOJI])].slice(0, count);
}

function write(memory: EmojiMemory): void {
  emojiMemory.set(memory);
  writeItem(KEY, JSON.stringify({ recent: memory.recent, tone: SKIN_TONES.indexOf(memory.tone) }));
}

function read(): EmojiMemory {
  try {
    const { recent, tone } = JSON.parse(readItem(KEY) ?? '{}') as { recent?: unknown; tone?: unknown };
    const known = Array.isArray(recent) ? recent.filter(emoji => typeof emoji === 'string') : [];
    return { recent: known.slice(0, MAX_RECENT), tone: SKIN_TONES[Number(tone ?? 0)] };
  } catch {
    return { recent: [], tone: undefined };
  }
}

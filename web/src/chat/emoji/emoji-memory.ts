import { StoredValue } from '../../ui/browser/stored-value.ts';
import { SKIN_TONES, type SkinTone } from './skin-tone.ts';
import { stripTone } from './strip-tone.ts';

const MAX_RECENT = 24;
/** For people who have used few emoji. The heart has a button of its own. */
const FIRST_EMOJI = ['👍', '😂', '🎉', '😮', '😢', '🙏'];

interface EmojiMemory {
  /** Of Unicode, most recent first, without skin tones. */
  recent: readonly string[];
  tone: SkinTone;
}

/** The recent emoji and the skin tone of this browser. */
export const emojiMemory = new StoredValue<EmojiMemory>('snug:emoji', {
  parse,
  serialize: ({ recent, tone }) => JSON.stringify({ recent, tone: SKIN_TONES.indexOf(tone) }),
});

/** The recent emoji of the workspace, among those of Unicode: older pages know only these, in `emojiMemory`. */
export const customMemory = new StoredValue<readonly string[]>('snug:custom-emoji', {
  parse: stored => {
    try {
      return readRecent(JSON.parse(stored ?? '[]'));
    } catch {
      return [];
    }
  },
  serialize: recent => JSON.stringify(recent),
});

export function rememberEmoji(emoji: string): void {
  const base = stripTone(emoji);
  const addTo = (recent: readonly string[]) =>
    [base, ...recent.filter(other => other !== base)].slice(0, MAX_RECENT);
  const mixed = customMemory.get();
  const isCustom = base.startsWith(':');
  if (isCustom || mixed.length > 0)
    customMemory.set(addTo(mixed.length > 0 ? mixed : emojiMemory.get().recent));
  if (isCustom) return;
  const { recent, tone } = emojiMemory.get();
  emojiMemory.set({ recent: addTo(recent), tone });
}

export function rememberTone(tone: SkinTone): void {
  emojiMemory.set({ ...emojiMemory.get(), tone });
}

/** Most recent first: of Unicode, and `:name:` of the workspace, perhaps deleted ones. */
export function listUsed(memory: EmojiMemory, mixed: readonly string[]): string[] {
  return [...new Set([...mixed, ...memory.recent])];
}

/** The most recent emoji, filled up with popular ones. */
export function listRecent(used: readonly string[], count: number): string[] {
  return [...new Set([...used, ...FIRST_EMOJI])].slice(0, count);
}

function parse(stored: string | null): EmojiMemory {
  try {
    const { recent, tone } = JSON.parse(stored ?? '{}') as { recent?: unknown; tone?: unknown };
    return { recent: readRecent(recent), tone: SKIN_TONES[Number(tone ?? 0)] };
  } catch {
    return { recent: [], tone: undefined };
  }
}

function readRecent(stored: unknown): string[] {
  const known = Array.isArray(stored) ? stored.filter(emoji => typeof emoji === 'string') : [];
  return known.slice(0, MAX_RECENT);
}

import { HEART, type Reactions } from '@snug/protocol';
import { stripTone } from '../emoji/strip-tone.ts';

/** The reactions with one emoji in all skin tones: one chip. */
export interface ReactionGroup {
  /** Without a skin tone. */
  base: string;
  /** The emoji of the chip: in its tone, if there is only one. */
  shown: string;
  /** The server's keys, each with its own count. */
  keys: readonly string[];
  count: number;
  /** The person's own keys. */
  mine: readonly string[];
}

export interface CountedReactions {
  reactions?: Reactions | undefined;
  mine?: readonly string[] | undefined;
  /** By the first name of an emoji of the workspace. */
  customReactions?: Reactions | undefined;
  customMine?: readonly string[] | undefined;
}

/** Wanted states that the server has not confirmed yet, by emoji. */
export type PendingReactions = ReadonlyMap<string, boolean>;

/** Those of Unicode and those of the workspace, as `:name:`, which a message has apart. */
export function joinReactions({
  reactions,
  mine,
  customReactions,
  customMine,
}: CountedReactions): Pick<CountedReactions, 'reactions' | 'mine'> {
  if (!customReactions) return { reactions, mine };
  const custom = Object.entries(customReactions).map(([key, count]) => [`:${key}:`, count] as const);
  return {
    reactions: { ...reactions, ...Object.fromEntries(custom) },
    mine: [...(mine ?? []), ...(customMine ?? []).map(key => `:${key}:`)],
  };
}

/** In the order of first use, but the heart first and those of the workspace last. */
export function groupReactions(
  reactions: Reactions | undefined,
  mine: readonly string[] | undefined,
  pending?: PendingReactions,
): ReactionGroup[] {
  const { counts, own } = applyPending(reactions ?? {}, mine ?? [], pending);
  const byBase = Map.groupBy(Object.keys(counts), stripTone);
  const groups = [...byBase].map(([base, keys]) => ({
    base,
    shown: keys.length === 1 ? (keys[0] ?? base) : base,
    keys,
    count: keys.reduce((sum, key) => sum + (counts[key] ?? 0), 0),
    mine: keys.filter(key => own.has(key)),
  }));
  return groups.toSorted((a, b) => Number(b.base === HEART) - Number(a.base === HEART));
}

function applyPending(reactions: Reactions, mine: readonly string[], pending: PendingReactions = new Map()) {
  const counts = { ...reactions };
  const own = new Set(mine);
  for (const [emoji, on] of pending) {
    if (own.has(emoji) === on) continue;
    counts[emoji] = (counts[emoji] ?? 0) + (on ? 1 : -1);
    if (counts[emoji] <= 0) delete counts[emoji];
    if (on) own.add(emoji);
    else own.delete(emoji);
  }
  return { counts, own };
}

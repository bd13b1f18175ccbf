import type { KnownEmoji } from '@snug/client';

/** Of `:name:`. Undefined for an emoji of Unicode. */
export function getCustomName(emoji: string): string | undefined {
  return emoji.startsWith(':') ? emoji.slice(1, -1) : undefined;
}

/** False for one of the workspace that is deleted, or that another workspace has. */
export function isUsable(known: KnownEmoji, emoji: string): boolean {
  const name = getCustomName(emoji);
  return name === undefined || known.find(name) !== undefined;
}

import { formatBadge } from '../ui/badge.ts';
import { words } from '../words/words.ts';

/** How many messages are new, in words. */
export function newMessages(count: number): string {
  return words.messages.arrived(count, formatBadge(count));
}

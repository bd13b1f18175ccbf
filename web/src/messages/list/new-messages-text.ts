import { words } from '../../strings/strings.ts';
import { formatBadge } from '../../ui/text/badge.ts';

/** How many messages are new, in words. */
export function newMessages(count: number): string {
  return words.messages.arrived(count, formatBadge(count));
}

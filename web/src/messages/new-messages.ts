import { formatBadge } from '../ui/badge.ts';

/** How many messages are new, in words. */
export function newMessages(count: number): string {
  return count === 1 ? '1 new message' : `${formatBadge(count)} new messages`;
}

import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { formatBadge } from '../../../ui/text/badge.ts';

export function formatNewMessages(count: number): string {
  return lazyStrings.arrivals.arrived(count, formatBadge(count));
}

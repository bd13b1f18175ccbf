import { strings } from '../../strings/strings.ts';
import { formatBadge } from '../../ui/text/badge.ts';

export function formatNewMessages(count: number): string {
  return strings.messages.arrived(count, formatBadge(count));
}

import type { Presence } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';
import { formatDate } from '../../ui/text/format-time.ts';

/** "Online", "Last online 05 Sep 2026", or "Unknown state". */
export function getPresenceText(presence: Presence | undefined): string {
  if (!presence) return strings.people.unknown;
  if (presence.state === 'online') return strings.people.online;
  return strings.people.lastOnline(formatDate(presence.lastChanged));
}

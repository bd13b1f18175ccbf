import type { Presence } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';
import { formatDate } from '../../ui/text/format-time.ts';

/** "Online", "Last online 05 Sep 2026", "Not online yet", or "Unknown state". */
export function getPresenceText(presence: Presence | undefined): string {
  if (!presence) return strings.people.unknown;
  if (presence.state === 'online') return strings.people.online;
  if (presence.lastChanged === 0) return strings.people.neverOnline;
  return strings.people.lastOnline(formatDate(presence.lastChanged));
}

import type { Presence } from '@snug/protocol';
import { words } from '../strings/strings.ts';
import { formatDate } from '../ui/text/format-time.ts';

/** "Online", "Last online 05 Sep 2026", or "Unknown state" while it is not known. */
export function presenceWords(presence: Presence | undefined): string {
  if (!presence) return words.people.unknown;
  if (presence.state === 'online') return words.people.online;
  return words.people.lastOnline(formatDate(presence.lastChanged));
}

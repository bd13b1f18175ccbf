import type { Presence } from '@snug/protocol';
import { formatDate } from '../ui/time.ts';

/** "Online", "Last online 05 Sep 2026", or "Unknown state" while it is not known. */
export function presenceWords(presence: Presence | undefined): string {
  if (!presence) return 'Unknown state';
  return presence.state === 'online' ? 'Online' : `Last online ${formatDate(presence.lastChanged)}`;
}

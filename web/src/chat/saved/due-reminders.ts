import type { Reminder } from '@snug/protocol';
import { readItem, writeItem } from '../../ui/browser/local-storage.ts';

const MAX_SHOWN = 200;
/** Browsers run a timer with a longer delay at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Until the next one is due, in ms, or until the time to look again. `reminders`: by their times. Undefined if none follows. */
export function findDelay(reminders: readonly Pick<Reminder, 'remindAt'>[], now: number): number | undefined {
  const next = reminders.find(({ remindAt }) => remindAt > now);
  return next && Math.min(Math.ceil(next.remindAt - now), MAX_DELAY_MS);
}

/** The key of what this browser has shown. */
function toStorageKey(uid: string): string {
  return `snug:reminded:${uid}`;
}

function toKey({ roomId, messageId, remindAt }: Reminder): string {
  return `${roomId} ${messageId} ${remindAt}`;
}

/**
 * Those of the due reminders that this browser has not shown, and notes them as shown. The last 200 are remembered, so a lock must
 * keep other tabs out meanwhile.
 */
export function takeUnshown(uid: string, due: readonly Reminder[]): Reminder[] {
  const shown = readItem(toStorageKey(uid))?.split('\n') ?? [];
  const known = new Set(shown);
  const unshown = due.filter(reminder => !known.has(toKey(reminder)));
  if (unshown.length > 0) {
    const current = new Set(due.map(toKey));
    // Those that are still due must stay known.
    const kept = [...shown.filter(key => !current.has(key)), ...current].slice(-MAX_SHOWN);
    writeItem(toStorageKey(uid), kept.join('\n'));
  }
  return unshown;
}

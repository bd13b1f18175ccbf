import type { Reminder } from '@snug/protocol';
import { readItem, writeItem } from '../../ui/browser/local-storage.ts';

const MAX_SHOWN = 200;

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

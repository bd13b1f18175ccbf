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

const LOCK = 'snug:reminded';
let running: Promise<unknown> = Promise.resolve();

/**
 * Shows those of the due reminders that this browser has not shown, and remembers the last 200. `show` resolves to whether it
 * showed the reminder. Resolves to true if none waits.
 */
export async function showUnshown(
  uid: string,
  due: readonly Reminder[],
  show: (reminder: Reminder) => Promise<boolean>,
): Promise<boolean> {
  const run = () => showInTurn(uid, due, show);
  // Two tabs must not show the same one. Web Locks need https.
  const locks = navigator.locks as LockManager | undefined;
  const shown = locks ? locks.request(LOCK, run) : running.then(run, run);
  running = shown;
  return shown;
}

async function showInTurn(
  uid: string,
  due: readonly Reminder[],
  show: (reminder: Reminder) => Promise<boolean>,
): Promise<boolean> {
  const shown = readItem(toStorageKey(uid))?.split('\n') ?? [];
  const known = new Set(shown);
  const unshown = due.filter(reminder => !known.has(toKey(reminder)));
  if (unshown.length === 0) return true;
  const waiting = new Set<string>();
  await Promise.all(
    unshown.map(async reminder => {
      if (!(await show(reminder))) waiting.add(toKey(reminder));
    }),
  );
  const current = new Set(due.map(toKey).filter(key => !waiting.has(key)));
  // Those that are still due must stay known.
  const kept = [...shown.filter(key => !current.has(key)), ...current].slice(-MAX_SHOWN);
  writeItem(toStorageKey(uid), kept.join('\n'));
  return waiting.size === 0;
}

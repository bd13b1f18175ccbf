import { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';

/** Browsers send no event when the time zone of the system changes. */
const CHECK_INTERVAL_MS = 15_000;

export const timeZone = new Store(readTimeZone());

function readTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function trackTimeZone(): void {
  const check = () => timeZone.set(readTimeZone());
  setInterval(check, CHECK_INTERVAL_MS);
  // Timers do not run while a computer sleeps.
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
}

/** `App` renders everything again when the time zone changes. Memoized components that show times call this, too. */
export function useTimeZone(): string {
  return useSyncExternalStore(timeZone.subscribe, timeZone.get);
}

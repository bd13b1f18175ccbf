import { Store } from '@snug/client';
import { useSyncExternalStore } from 'react';
import { formatRelative } from './format-time.ts';

const TICK_MS = 15_000;
const now = new Store(Date.now());
let subscriberCount = 0;
let timer: number | undefined;

function tick(): void {
  now.set(Date.now());
}

/** All relative times share one timer. */
function subscribeToNow(listener: () => void): () => void {
  const unsubscribe = now.subscribe(listener);
  if (subscriberCount++ === 0) {
    tick();
    timer = window.setInterval(tick, TICK_MS);
  }
  return () => {
    unsubscribe();
    if (--subscriberCount === 0) window.clearInterval(timer);
  };
}

/** The time on the clock of this device, a few seconds old at most. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToNow, now.get);
}

export function RelativeTime({ at, className }: { at: number; className?: string | undefined }) {
  const text = formatRelative(at, useNow());
  return (
    <time className={className} dateTime={new Date(at).toISOString()}>
      {text}
    </time>
  );
}

import { useEffect } from 'react';
import { useChat, useUnread } from '../chat/chat-context.ts';
import { watchArrivals } from './arrivals.ts';
import { playChime } from './chime.ts';
import { isSoundOn } from './sound-setting.ts';

/** The least time between two sounds, ms. */
const CALM_MS = 2_000;

/** A sound for messages of others while the page is hidden or another room is open, where it is wanted. */
export function useArrivalSound(openRoomId: string | undefined): void {
  const { arrivals } = useChat();
  const unread = useUnread();
  useEffect(
    () =>
      watchArrivals({
        arrivals,
        isUnread: unread.isUnread,
        isSeen: roomId => roomId === openRoomId && document.visibilityState === 'visible',
        onArrival: () => void playOnce(),
      }),
    [arrivals, unread, openRoomId],
  );
}

let playedAt = Number.NEGATIVE_INFINITY;

/** Of all tabs, the first one is heard, and then for a while none. */
async function playOnce(): Promise<void> {
  if (!isSoundOn() || performance.now() - playedAt < CALM_MS) return;
  playedAt = performance.now();
  // They need https.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return playChime();
  await locks.request('snug:sound', { ifAvailable: true }, async lock => {
    if (!lock) return;
    await playChime();
    await new Promise(resolve => setTimeout(resolve, CALM_MS));
  });
}

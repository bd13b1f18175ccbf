import type { Memberships } from '@snug/client';
import { getLevel } from '@snug/client/rooms/room-level.ts';
import type { NotificationLevel, Room } from '@snug/protocol';
import { useEffect } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { subscribeToArrivals } from './arrivals.ts';
import { soundSetting } from './sound-setting.ts';

const MIN_INTERVAL_MS = 2_000;

/** Plays a sound for messages of others while the page is hidden or another room is open, if the setting is on. */
export function useArrivalSound(openRoomId: string | undefined): void {
  const { arrivals, memberships, cursors, roomList } = useChat();
  useEffect(
    () =>
      subscribeToArrivals({
        arrivals,
        getLevel: roomId => getAudibleLevel(memberships, roomId, roomList.getRow(roomId)?.kind),
        isUnread: ({ roomId, seq, rootId }) => {
          const readSeq =
            rootId === undefined ? cursors.get(roomId)?.readSeq : cursors.getConversationSeq(roomId, rootId);
          return seq > (readSeq ?? seq);
        },
        isVisible: roomId => roomId === openRoomId && document.visibilityState === 'visible',
        onArrival: () => void playInOneTab(),
      }),
    [arrivals, memberships, cursors, roomList, openRoomId],
  );
}

/** A room plays sounds for all its messages, unless this person chose a lower level. */
function getAudibleLevel(memberships: Memberships, roomId: string, kind: Room['kind']): NotificationLevel {
  const level = getLevel(memberships, { id: roomId, kind });
  const isChosen = memberships.options.get().get(roomId)?.level === level;
  return level === 'mentions' && !isChosen ? 'everything' : level;
}

let playedAt = Number.NEGATIVE_INFINITY;

async function playInOneTab(): Promise<void> {
  if (!soundSetting.get() || performance.now() - playedAt < MIN_INTERVAL_MS) return;
  playedAt = performance.now();
  // Silent if it cannot be loaded.
  const chime = await import('./chime.ts').catch(() => undefined);
  if (!chime) return;
  // Web Locks need https.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return chime.playChime();
  await locks.request('snug:sound', { ifAvailable: true }, async lock => {
    if (!lock) return;
    await chime.playChime();
    await new Promise(resolve => setTimeout(resolve, MIN_INTERVAL_MS));
  });
}

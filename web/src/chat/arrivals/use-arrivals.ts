import type { Arrival, Chat, Memberships } from '@snug/client';
import { getLevel } from '@snug/client/rooms/room-level.ts';
import type { NotificationLevel, Room } from '@snug/protocol';
import { useEffect } from 'react';
import { findRegistration, isPermitted } from '../../notifications/device/find-obstacle.ts';
import { notifySetting } from '../../notifications/device/notify-setting.ts';
import { isQuietNow } from '../../notifications/own-settings.ts';
import { sendToWorker } from '../../notifications/page/send-to-worker.ts';
import { useChat } from '../../state/chat-context.ts';
import { isFocused } from '../unread/attention.ts';
import { createArrivalNotice } from './arrival-notice.ts';
import { subscribeToArrivals } from './arrivals.ts';
import { soundSetting } from './sound-setting.ts';

const MIN_INTERVAL_MS = 2_000;

/**
 * For messages of others while the page is hidden or another room is open: a notification of the system, or a sound, each if its setting
 * is on, and never both for one message. In quiet hours and during a pause, neither.
 */
export function useArrivals(openRoomId: string | undefined): void {
  const chat = useChat();
  useEffect(() => {
    /** The messages of the current burst. */
    const notified = new Set<Arrival>();
    const { arrivals, cursors, isPushOff, memberships, roomList } = chat;
    const shared = {
      arrivals,
      isUnread: ({ roomId, seq, rootId }: Arrival) => {
        const readSeq =
          rootId === undefined ? cursors.get(roomId)?.readSeq : cursors.getConversationSeq(roomId, rootId);
        return seq > (readSeq ?? seq);
      },
      isVisible: (roomId: string) => roomId === openRoomId && document.visibilityState === 'visible',
    };
    const getKind = (roomId: string) => roomList.getRow(roomId)?.kind;
    // First, so that the sound knows what is notified.
    const stopNotifying = subscribeToArrivals({
      ...shared,
      getLevel: id => getLevel(memberships, { id, kind: getKind(id) }),
      onArrival: unseen => {
        notified.clear();
        const isOn = notifySetting.get() === 'on' && isPermitted() && !isPushOff.get();
        if (!isOn || isFocused() || isQuietNow(chat)) return;
        for (const arrival of unseen) notified.add(arrival);
        void notifyWithoutPushes(chat, unseen);
      },
    });
    const stopSound = subscribeToArrivals({
      ...shared,
      getLevel: id => getAudibleLevel(memberships, id, getKind(id)),
      onArrival: unseen => {
        if (unseen.some(arrival => !notified.has(arrival)) && !isQuietNow(chat)) void playInOneTab();
      },
    });
    return () => {
      stopNotifying();
      stopSound();
    };
  }, [chat, openRoomId]);
}

/** A room plays sounds for all its messages, unless this person chose a lower level. */
function getAudibleLevel(memberships: Memberships, roomId: string, kind: Room['kind']): NotificationLevel {
  const level = getLevel(memberships, { id: roomId, kind });
  const isChosen = memberships.options.get().get(roomId)?.level === level;
  return level === 'mentions' && !isChosen ? 'everything' : level;
}

/** With a subscription, pushes of the server cause the notifications. */
async function notifyWithoutPushes(chat: Chat, arrivals: readonly Arrival[]): Promise<void> {
  const registration = await findRegistration();
  if (await registration?.pushManager?.getSubscription().catch(() => null)) return;
  await navigator.locks.request('snug:arrivals', { ifAvailable: true }, async lock => {
    if (!lock) return;
    for (const arrival of arrivals) await sendToWorker(createArrivalNotice(chat, arrival));
    await new Promise(resolve => setTimeout(resolve, MIN_INTERVAL_MS));
  });
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

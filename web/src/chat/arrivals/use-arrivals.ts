import type { Arrival, Chat, Memberships } from '@snug/client';
import { getLevel } from '@snug/client/rooms/room-level.ts';
import type { NotificationLevel, PushPayload, Room } from '@snug/protocol';
import { useEffect } from 'react';
import { findRegistration, isPermitted } from '../../notifications/device/find-obstacle.ts';
import { notifySetting } from '../../notifications/device/notify-setting.ts';
import { getOwnSettings, isQuietNow } from '../../notifications/own-settings.ts';
import { sendToWorker } from '../../notifications/page/send-to-worker.ts';
import { useChat } from '../../state/chat-context.ts';
import { isFocused } from '../unread/attention.ts';
import { Announcer } from './announcer.ts';
import type { ArrivalNotices } from './arrival-notices.ts';
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
    const { arrivals, cursors, isPushOff, memberships, roomList } = chat;
    const isUnread = ({ roomId, seq, rootId }: Arrival) => {
      const readSeq =
        rootId === undefined ? cursors.get(roomId)?.readSeq : cursors.getConversationSeq(roomId, rootId);
      return seq > (readSeq ?? seq);
    };
    const announcer = new Announcer({
      isNotifying: () => notifySetting.get() === 'on' && isPermitted() && !isPushOff.get(),
      isFocused,
      isQuiet: () => isQuietNow(chat),
      findCalling: others => findCalling(chat, isUnread, others),
      notify: unseen => void notifyWithoutPushes(chat, isUnread, unseen),
      playSound: () => void playInOneTab(),
    });
    const shared = {
      arrivals,
      isUnread,
      isVisible: (roomId: string) => roomId === openRoomId && document.visibilityState === 'visible',
    };
    const getKind = (roomId: string) => roomList.getRow(roomId)?.kind;
    // First, so that the sound knows what is notified.
    const stopNotifying = subscribeToArrivals({
      ...shared,
      getLevel: id => getLevel(memberships, { id, kind: getKind(id) }),
      onBurst: burst => announcer.notify(burst),
    });
    const stopSound = subscribeToArrivals({
      ...shared,
      getLevel: id => getAudibleLevel(memberships, id, getKind(id)),
      onBurst: burst => void announcer.sound(burst),
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

type IsUnread = (arrival: Arrival) => boolean;

const byChat = new WeakMap<Chat, Promise<ArrivalNotices>>();

function loadNotices(chat: Chat, isUnread: IsUnread): Promise<ArrivalNotices> {
  const loading = byChat.get(chat) ?? load();
  byChat.set(chat, loading);
  return loading;

  async function load(): Promise<ArrivalNotices> {
    try {
      const { ArrivalNotices } = await import('./arrival-notices.ts');
      const getSettings = () => getOwnSettings(chat).get();
      return new ArrivalNotices({ chat, getSettings, isUnread, now: Date.now, send: sendOnce });
    } catch (error) {
      byChat.delete(chat);
      throw error;
    }
  }
}

/** Most people have no words, and most messages are no replies. */
async function findCalling(
  chat: Chat,
  isUnread: IsUnread,
  others: readonly Arrival[],
): Promise<readonly Arrival[]> {
  const { words, conversations } = getOwnSettings(chat).get() ?? {};
  const hasReply = others.some(({ rootId }) => rootId !== undefined);
  if (!words?.length && !(conversations && hasReply)) return [];
  const notices = await loadNotices(chat, isUnread).catch(() => undefined);
  return (await notices?.findCalling(others)) ?? [];
}

/** With a subscription, pushes of the server cause the notifications. */
async function notifyWithoutPushes(
  chat: Chat,
  isUnread: IsUnread,
  arrivals: readonly Arrival[],
): Promise<void> {
  const registration = await findRegistration();
  if (await registration?.pushManager?.getSubscription().catch(() => null)) return;
  const notices = await loadNotices(chat, isUnread).catch(() => undefined);
  notices?.show(arrivals);
}

/** Other tabs send the same notification. */
function sendOnce(payload: PushPayload): void {
  const { snug } = payload;
  const name = 'kind' in snug ? `snug:arrivals:${snug.tag}:${snug.seq}` : 'snug:arrivals';
  void navigator.locks.request(name, { ifAvailable: true }, async lock => {
    if (!lock) return;
    await sendToWorker(payload);
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

import type { Chat } from '@snug/client';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Random } from '@snug/testkit/random.ts';

/** A client sends the last of several moves in a room after up to 1 s. */
export const READ_INTERVAL_MS = 1_100;

/** The person reads on, or marks a message as unread. */
export function moveCursor(chat: Chat, random: Random, roomId: string): void {
  const message = random.pick((getRoomLog(chat, roomId)?.messages ?? []).slice(-20));
  if (!message) return;
  if (random.chance(0.2)) return chat.cursors.markUnread(roomId, message.seq);
  chat.cursors.onOpened(roomId);
  chat.cursors.markRead(roomId, message.seq);
}

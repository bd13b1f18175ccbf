import type { RoomLog } from '@snug/client';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Client } from './action.ts';
import type { SimulatedStore } from './store.ts';

type Log = Pick<RoomLog, 'messages' | 'room' | 'seq'>;

/** Throws if a log that has reached the last trim of its room shows a trimmed message or a quote of one. */
export function assertNothingTrimmed(
  clients: readonly Client[],
  roomIds: readonly string[],
  store: Pick<SimulatedStore, 'getTrim'>,
): void {
  for (const roomId of roomIds) {
    const { before, seq } = store.getTrim(roomId);
    if (before === 0) continue;
    for (const { chat, person, conversations } of clients) {
      const log = getRoomLog(chat, roomId);
      if (!log || log.seq < seq) continue;
      const conversation = conversations.get(roomId)?.store.view.get().log;
      const shown = [log, conversation].map(each => each && findTrimmed(each, before)).find(Boolean);
      if (shown) throw new Error(`${person.name} still sees ${shown} of ${roomId}, trimmed before ${before}`);
    }
  }
}

function findTrimmed({ messages, room: { lastMessage } }: Log, before: number): string | undefined {
  const message = messages.find(({ seq }) => seq < before);
  if (message) return `message ${message.seq}`;
  const quoted = messages.find(({ reply }) => reply && reply.seq > 0 && reply.seq < before);
  if (quoted) return `a quote of ${quoted.reply?.seq}`;
  return lastMessage && lastMessage.seq < before ? `the last message ${lastMessage.seq}` : undefined;
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Api, ApiError, type Message } from './api.ts';
import { RoomSocket } from './room-socket.ts';

const MAX_DELAY_MS = 30_000;

interface Page {
  messages: Message[];
  hasNewer: boolean;
}

/**
 * Yields the newest messages of a room, then each new one, once and in order. The socket only reports that something has changed;
 * the commands read the messages after the last one, so a lost connection loses nothing.
 */
export async function* followRoom(api: Api, roomId: string): AsyncGenerator<Message> {
  let last: { epoch: string; seq: number } | undefined;
  for (let failures = 0; ; failures++) {
    const socket = new RoomSocket(api.account, roomId);
    try {
      while (await socket.nextChange()) {
        failures = 0;
        if (last?.epoch !== socket.epoch) last = undefined;
        for (let hasNewer = true; hasNewer; ) {
          const position: object = last ? { after: last.seq, limit: 100 } : {};
          const page: Page = await api.command<Page>('get_messages', { roomId, ...position });
          last = { epoch: socket.epoch, seq: page.messages.at(-1)?.seq ?? last?.seq ?? 0 };
          hasNewer = page.hasNewer;
          yield* page.messages;
        }
      }
    } catch (error) {
      // A restart of the server can take longer than the attempts of one command.
      if (!(error instanceof ApiError && error.isTemporary)) throw error;
    } finally {
      socket.close();
    }
    await wait(Math.random() * Math.min(1_000 * 2 ** failures, MAX_DELAY_MS));
  }
}

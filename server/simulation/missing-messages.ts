import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Db } from '../src/db/schema.ts';
import { readPage } from '../src/messages/message-store.ts';
import type { Client } from './actions.ts';

interface Views {
  roomIds: readonly string[];
  clients: readonly Client[];
}

/** An existing message existed at every moment since it was sent, so a client at that position must show it. */
export async function assertNoMissingMessages({ roomIds, clients }: Views, db: Db): Promise<void> {
  for (const roomId of roomIds) {
    const { messages } = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
    for (const { chat, person } of clients) {
      const log = getRoomLog(chat, roomId);
      if (!log) continue;
      const shown = new Set(log.messages.map(message => message.id));
      const oldest = log.hasOlder ? (log.messages[0]?.seq ?? log.seq + 1) : 0;
      const newest = log.hasNewer ? (log.messages.at(-1)?.seq ?? 0) : log.seq;
      const missing = messages.find(({ seq, id }) => seq >= oldest && seq <= newest && !shown.has(id));
      if (missing) throw new Error(`${person.name} at ${log.seq} does not see ${missing.seq}`);
    }
  }
}

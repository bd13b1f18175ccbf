import type { RoomLog } from '@snug/client';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Client } from './action.ts';
import type { CommittedMessage, SimulatedStore } from './store.ts';

interface Views {
  roomIds: readonly string[];
  clients: readonly Client[];
}

/** Looks for messages that a client must show and does not. Most steps change no log and no message, and cost nothing here. */
export class MissingMessages {
  readonly #store: Pick<SimulatedStore, 'listMessages'>;
  /** The stored messages that a log was compared with. */
  readonly #checked = new WeakMap<RoomLog, readonly CommittedMessage[]>();

  constructor(store: Pick<SimulatedStore, 'listMessages'>) {
    this.#store = store;
  }

  /** Throws if there is one. An existing message existed at every moment since it was sent. */
  assertNone({ roomIds, clients }: Views): void {
    for (const roomId of roomIds) {
      const stored = this.#store.listMessages(roomId);
      for (const { chat, person } of clients) {
        const log = getRoomLog(chat, roomId);
        if (!log || this.#checked.get(log) === stored) continue;
        const missing = findMissing(log, stored);
        if (missing) throw new Error(`${person.name} at ${log.seq} does not see ${missing.seq}`);
        this.#checked.set(log, stored);
      }
    }
  }
}

function findMissing(log: RoomLog, stored: readonly CommittedMessage[]): CommittedMessage | undefined {
  const shown = new Set(log.messages.map(({ id }) => id));
  const oldest = log.hasOlder ? (log.messages[0]?.seq ?? log.seq + 1) : 0;
  const newest = log.hasNewer ? (log.messages.at(-1)?.seq ?? 0) : log.seq;
  return stored.find(({ seq, id }) => seq >= oldest && seq <= newest && !shown.has(id));
}

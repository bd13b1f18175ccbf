import type { ReadState } from '@snug/protocol';
import { assertEqual } from '@snug/testkit/compare.ts';
import type { Db } from '../src/db/schema.ts';
import { readReadStates } from '../src/reads/read-store.ts';
import type { Simulation } from './simulation.ts';

/** Throws unless all devices show the cursors and the numbers of unread messages that the server has. */
export async function checkReads({ clients, roomIds, privateRoomId }: Simulation, db: Db): Promise<void> {
  for (const [index, { person, chat }] of clients.entries()) {
    for (const roomId of [...roomIds, privateRoomId]) {
      const expected = (await readReadStates(db, person.uid, [roomId])).get(roomId);
      const shown = chat.cursors.get(roomId);
      assertEqual(
        `${roomId}: unread messages on device ${index} of ${person.name}`,
        shown && pickShown(shown),
        expected && pickShown(expected),
      );
    }
  }
}

function pickShown({ readSeq, version, unread, mentions }: ReadState): Partial<ReadState> {
  return { readSeq, version, unread, mentions };
}

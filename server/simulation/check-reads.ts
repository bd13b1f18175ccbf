import { assertEqual } from '@snug/testkit/compare.ts';
import { findWrongMentions } from '@snug/testkit/stored-mentions.ts';
import { countReads, pickShownReads, readStoredReads, type ShownReads } from '@snug/testkit/stored-reads.ts';
import type { Db } from '../src/db/schema.ts';
import type { Resets } from './resets.ts';
import type { Simulation } from './simulation.ts';

/**
 * Throws unless all devices show the stored cursors, and the right numbers of unread messages and mentions. `resets`: after these,
 * a device may still have to ask.
 */
export async function checkReads(
  { clients, roomIds, privateRoomId, cursorHistory }: Simulation,
  db: Db,
  { resets, withMentions = true }: { resets?: Resets; withMentions?: boolean } = {},
): Promise<void> {
  const select = (reads: ShownReads) => (withMentions ? reads : { ...reads, mentions: undefined });
  const stored = await readStoredReads(db);
  cursorHistory.check(stored);
  assertEqual('mentions that no message has', findWrongMentions(stored), []);
  for (const [index, { person, chat }] of clients.entries()) {
    for (const roomId of [...roomIds, privateRoomId]) {
      if (resets?.includes(chat, roomId)) continue;
      const expected = countReads(stored, person.uid, roomId);
      const shown = chat.cursors.get(roomId);
      assertEqual(
        `${roomId}: unread messages on device ${index} of ${person.name}`,
        shown && select(pickShownReads(shown)),
        expected && select(expected),
      );
    }
  }
}

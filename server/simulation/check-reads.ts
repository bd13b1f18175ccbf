import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { assertEqual } from '@snug/testkit/compare.ts';
import { findWrongMentions } from '@snug/testkit/stored-mentions.ts';
import {
  countReads,
  listUnread,
  pickShownReads,
  readStoredReads,
  type ShownReads,
  type StoredReads,
} from '@snug/testkit/stored-reads.ts';
import type { Db } from '../src/db/schema.ts';
import type { Client } from './action.ts';
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
  for (const [index, client] of clients.entries()) {
    const { person, chat } = client;
    for (const roomId of [...roomIds, privateRoomId]) {
      if (resets?.includes(chat, roomId)) continue;
      const expected = countReads(stored, person.uid, roomId);
      const shown = chat.cursors.get(roomId);
      if (!shown && hasDeclined(stored, person.uid, roomId)) continue;
      assertEqual(
        `${roomId}: unread messages on device ${index} of ${person.name}`,
        shown && select(pickShownReads(shown)),
        expected && select(expected),
      );
      if (expected && !isRequest(stored, person.uid, roomId))
        checkUnread(client, roomId, { stored, mayLackCursors: resets !== undefined });
    }
  }
}

/**
 * Throws unless an open room shows as unread what is unread. `mayLackCursors`: an answer for many rooms left out cursors, and the device has
 * not asked yet. It can show more as unread, and never less.
 */
function checkUnread(
  { chat, person, open }: Client,
  roomId: string,
  { stored, mayLackCursors }: { stored: StoredReads; mayLackCursors: boolean },
): void {
  if (!open.has(roomId)) return;
  const messages = getRoomLog(chat, roomId)?.messages ?? [];
  const expected = new Set(listUnread(stored, person.uid, roomId));
  const lacksCursors = mayLackCursors && chat.cursors.get(roomId)?.more === true;
  const shown = messages.filter(message => chat.cursors.isUnread(message)).map(({ seq }) => seq);
  assertEqual(
    `${roomId}: what ${person.name} sees as unread`,
    lacksCursors ? shown.filter(seq => expected.has(seq)) : shown,
    messages.filter(({ seq }) => expected.has(seq)).map(({ seq }) => seq),
  );
}

function isRequest({ members }: StoredReads, uid: string, roomId: string): boolean {
  return members.some(row => row.userId === uid && row.roomId === roomId && row.request !== null);
}

/** A device forgets the cursor of a request that was declined. */
function hasDeclined({ members }: StoredReads, uid: string, roomId: string): boolean {
  return members.some(row => row.userId === uid && row.roomId === roomId && row.request === 'declined');
}

import { getRoomLog } from '@snug/testkit/assert-view.ts';
import { assertEqual } from '@snug/testkit/compare.ts';
import { readStoredReads, type StoredReads } from '@snug/testkit/stored-reads.ts';
import type { Db } from '../src/db/schema.ts';
import type { Simulation } from './simulation.ts';

/**
 * Throws unless the numbers of replies are right, in the database and for everyone, who has read all messages, and everyone follows
 * the conversations in which they wrote. Nobody stops following.
 */
export async function checkReplies({ clients, roomIds }: Simulation, db: Db): Promise<void> {
  const stored = await readStoredReads(db);
  const followed = stored.conversations.filter(({ follows }) => follows !== null);
  const follows = new Set(followed.map(row => `${row.userId} ${row.rootId}`));
  for (const { authorId, rootId } of stored.messages)
    if (rootId !== null)
      assertEqual(`${authorId} follows ${rootId}`, follows.has(`${authorId} ${rootId}`), true);
  const begins = new Map(stored.rooms.map(room => [room.id, room]));
  // Nobody shows the number of a trimmed message, and its erasure counts again.
  for (const { roomId, rootId, count } of stored.replyCounts)
    if (isShown(stored, rootId) || !begins.get(roomId)?.trimErasing)
      assertEqual(`${roomId}: replies to ${rootId}`, count, countReplies(stored, rootId));
  for (const { person, chat } of clients)
    for (const roomId of roomIds)
      for (const { id, rootId } of getRoomLog(chat, roomId)?.messages ?? []) {
        if (!isShown(stored, rootId ?? id)) continue;
        const shown = getRoomLog(chat, roomId)?.replies?.[rootId ?? id]?.count ?? 0;
        const expected = countReplies(stored, rootId ?? id);
        assertEqual(`${roomId}: what ${person.name} sees of replies to ${rootId ?? id}`, shown, expected);
      }
}

/** Whether the first message of a conversation is left. */
function isShown({ messages }: StoredReads, root: string): boolean {
  return messages.some(({ id }) => id === root);
}

function countReplies({ messages }: StoredReads, root: string): number {
  return messages.filter(({ rootId, deletedAt }) => rootId === root && deletedAt === null).length;
}

import { assertView } from '@snug/testkit/assert-view.ts';
import { assertEqual, stableStringify } from '@snug/testkit/compare.ts';
import { readPositions } from '../src/chat/rooms/room-access-store.ts';
import { findRoom } from '../src/chat/rooms/room-rows.ts';
import type { Db } from '../src/db/schema.ts';
import { listAdmins } from '../src/people/members/member-store.ts';
import { checkReplies } from './check-replies.ts';
import { checkTrims } from './check-trims.ts';
import { checkConversations } from './conversations.ts';
import type { Simulation } from './simulation.ts';

/**
 * Throws unless each message exists once, in its author's order, the same for everyone. A message that a trim took can exist again: its
 * author did not know that it was stored.
 */
export async function checkPromise(simulation: Simulation, db: Db): Promise<void> {
  for (const roomId of simulation.roomIds) await checkLog(simulation, db, roomId);
  for (const client of simulation.clients) await assertView(client, db, simulation.roomIds);
  checkConversations(simulation.clients);
  await checkReplies(simulation, db);
  await simulation.edits.check(db, simulation.sent, simulation.trimHistory);
  await checkTrims(simulation, db);
}

async function checkLog(simulation: Simulation, db: Db, roomId: string): Promise<void> {
  const { trimHistory, failedSends } = simulation;
  const kept = trimHistory.listKept(roomId);
  const stored = await db
    .selectFrom('messages')
    .selectAll()
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  const rows = stored.filter(({ id }) => kept.has(id));
  const reactions = await db.selectFrom('reactions').selectAll().where('roomId', '=', roomId).execute();
  const changes = rows.flatMap(row => [row.seq, row.changedSeq]);
  const isPast = ((await readPositions(db, [roomId])).get(roomId) ?? 0) >= Math.max(0, ...changes);
  assertEqual(`${roomId}: position`, isPast, true);
  assertEqual(
    `${roomId}: reactions`,
    rows.map(row => stableStringify(JSON.parse(row.reactions ?? '{}'))),
    rows.map(row => stableStringify(countByEmoji(reactions.filter(({ messageId }) => messageId === row.id)))),
  );

  const sent = simulation.sent.filter(message => message.roomId === roomId);
  const ids = new Set([...rows.map(({ id }) => id), ...trimHistory.listTrimmed(roomId)]);
  assertEqual(`${roomId}: each message once`, ids.size, sent.length);
  assertEqual(`${roomId}: nothing else is gone`, rows.length, kept.size);
  const left = rows.filter(row => row.deletedAt === null);
  assertEqual(`${roomId}: no text twice`, left.length, new Set(left.map(row => row.text)).size);
  const leftIds = new Set(left.map(row => row.id).filter(id => !failedSends.ids.has(id)));
  for (const { person } of simulation.clients) {
    const own = sent.filter(({ author, id }) => author === person.uid && leftIds.has(id));
    assertEqual(
      `${roomId}: order of ${person.name}`,
      left.filter(row => row.authorId === person.uid && leftIds.has(row.id)).map(row => row.id),
      own.map(({ id }) => id),
    );
  }
  assertEqual(`${roomId}: has an admin`, (await listAdmins(db, roomId)).length > 0, true);
  const last = left.at(-1)?.id;
  assertEqual(`${roomId}: last message`, (await findRoom(db, roomId))?.lastMessage?.id, last);
}

function countByEmoji(reactions: readonly { emoji: string }[]): Record<string, number> {
  const byEmoji = Map.groupBy(reactions, ({ emoji }) => emoji);
  return Object.fromEntries([...byEmoji].map(([emoji, all]) => [emoji, all.length]));
}

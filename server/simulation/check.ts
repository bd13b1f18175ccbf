import { assertView } from '@snug/testkit/assert-view.ts';
import { assertEqual, stableStringify } from '@snug/testkit/compare.ts';
import type { Db } from '../src/db/schema.ts';
import { listAdmins } from '../src/rooms/member-store.ts';
import { readPositions } from '../src/rooms/room-access-store.ts';
import { findRoom } from '../src/rooms/room-rows.ts';
import type { Simulation } from './simulation.ts';

/** Throws unless each message exists once, in its author's order, the same for everyone. */
export async function checkPromise(simulation: Simulation, db: Db): Promise<void> {
  for (const roomId of simulation.roomIds) await checkLog(simulation, db, roomId);
  for (const client of simulation.clients) await assertView(client, db, simulation.roomIds);
}

async function checkLog(simulation: Simulation, db: Db, roomId: string): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  const reactions = await db.selectFrom('reactions').selectAll().where('roomId', '=', roomId).execute();
  const mentions = await db.selectFrom('mentions').selectAll().where('roomId', '=', roomId).execute();
  const texts = new Map(rows.map(row => [row.seq, row.mentions]));
  const orphans = mentions.filter(({ seq, userId }) => !texts.get(seq)?.includes(userId));
  assertEqual(
    `${roomId}: mentions that no message has`,
    orphans.map(({ seq }) => seq),
    [],
  );
  const changes = rows.flatMap(row => [row.seq, row.changedSeq]);
  const isPast = ((await readPositions(db, [roomId])).get(roomId) ?? 0) >= Math.max(0, ...changes);
  assertEqual(`${roomId}: position`, isPast, true);
  assertEqual(
    `${roomId}: reactions`,
    rows.map(row => stableStringify(JSON.parse(row.reactions ?? '{}'))),
    rows.map(row => stableStringify(countByEmoji(reactions.filter(({ messageId }) => messageId === row.id)))),
  );

  const sent = simulation.sent.filter(message => message.roomId === roomId);
  assertEqual(`${roomId}: each message once`, rows.length, sent.length);
  const left = rows.filter(row => row.deletedAt === null);
  const leftTexts = new Set(left.map(row => row.text));
  assertEqual(`${roomId}: no text twice`, left.length, leftTexts.size);
  for (const { person } of simulation.clients) {
    const own = sent
      .filter(({ author, text }) => author === person.uid && leftTexts.has(text))
      .map(({ text }) => text);
    assertEqual(
      `${roomId}: order of ${person.name}`,
      left.filter(row => row.authorId === person.uid).map(row => row.text),
      own,
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

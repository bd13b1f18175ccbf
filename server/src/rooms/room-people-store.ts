import { MAX_LISTED_PEOPLE } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const add = prepared<[roomId: string, uid: string, seq: number, again: number], never>(
  `insert into "room_people" ("roomId", "userId", "messageCount", "lastSeq") values ($1, $2, 1, $3)
   on conflict ("roomId", "userId") do update
   set "messageCount" = "room_people"."messageCount" + 1, "lastSeq" = $4`,
);
const remove = prepared<[roomId: string, uid: string], never>(
  `update "room_people" set "messageCount" = "messageCount" - 1 where "roomId" = $1 and "userId" = $2`,
);

/** One message more of a person's stands in the room, at `seq`. */
export async function countMessage(db: Db, roomId: string, uid: string, seq: number): Promise<void> {
  await add(db, roomId, uid, seq, seq);
}

/** One message less of a person's stands in the room. */
export async function uncountMessage(db: Db, roomId: string, uid: string): Promise<void> {
  await remove(db, roomId, uid);
}

/** Whose messages stand in the room, whoever wrote last first, and how many they are. */
export async function listWriters(
  db: Db,
  roomId: string,
): Promise<{ writers: string[]; writerCount: number }> {
  const ofRoom = db.selectFrom('room_people').where('roomId', '=', roomId).where('messageCount', '>', 0);
  const rows = await ofRoom.select('userId').orderBy('lastSeq', 'desc').limit(MAX_LISTED_PEOPLE).execute();
  const { count } = await ofRoom.select(row => row.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return { writers: rows.map(({ userId }) => userId), writerCount: Number(count) };
}

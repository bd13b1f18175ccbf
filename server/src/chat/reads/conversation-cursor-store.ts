import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

interface Found {
  seq: number;
}

// Changes nothing but locks the row, so that a move back of the room waits, or is seen.
const lockVersion = prepared<[uid: string, roomId: string, version: number], Found>(
  `update "reads" set "version" = "version" where "userId" = $1 and "roomId" = $2 and "version" = $3 returning "seq"`,
);
const raise = prepared<[uid: string, roomId: string, rootId: string, seq: number, at: number], Found>(
  `insert into "own_conversations" as c ("userId", "roomId", "rootId", "seq", "at") values ($1, $2, $3, $4, $5)
   on conflict ("userId", "roomId", "rootId") do update set "seq" = excluded."seq", "at" = excluded."at"
     where c."seq" < excluded."seq"
   returning "seq"`,
);
const lowerAll = prepared<[uid: string, roomId: string, seq: number], never>(
  `update "own_conversations" indexed by "own_conversations_read" set "seq" = $3
   where "userId" = $1 and "roomId" = $2 and "seq" > 0 and "seq" > $3`,
);
const deleteCovered = prepared<[uid: string, roomId: string, to: number], never>(
  `delete from "own_conversations" indexed by "own_conversations_read"
   where "userId" = $1 and "roomId" = $2 and "seq" > 0 and "follows" is null
     and case when "seq" < $3 then "seq" else $3 end <= (select r."seq" from "reads" r where r."userId" = $1 and r."roomId" = $2)`,
);

export interface ConversationMove {
  uid: string;
  roomId: string;
  rootId: string;
  seq: number;
  /** Of the room's cursor, which guards those of its conversations. */
  version: number;
}

/** False if it is read so far already, or if the version is another. `at`: now, in ms since 1970. */
export async function raiseConversationCursor(
  db: Db,
  { uid, roomId, rootId, seq, version }: ConversationMove,
  at: number,
): Promise<boolean> {
  const [room] = await lockVersion(db, uid, roomId, version);
  if (!room || seq <= room.seq) return false;
  return (await raise(db, uid, roomId, rootId, seq, at)).length > 0;
}

/** To `seq`, where they are above it. The caller has moved the room's cursor, and so holds its row. */
export async function lowerConversationCursors(
  db: Db,
  uid: string,
  roomId: string,
  seq: number,
): Promise<void> {
  await lowerAll(db, uid, roomId, seq);
}

/**
 * A cursor that is not above the room's means nothing, and neither does the row if its person does not follow the conversation. `to`: to
 * which the cursors will be lowered.
 */
export async function deleteCoveredCursors(db: Db, uid: string, roomId: string, to: number): Promise<void> {
  await deleteCovered(db, uid, roomId, to);
}

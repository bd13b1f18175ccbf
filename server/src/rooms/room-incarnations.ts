import { CommandError, type Position } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

/** So many of the newest are kept of each room. */
const MOST = 100;

interface Part {
  incarnation: string;
  firstSeq: number;
}

const take = prepared<[incarnation: string, roomId: string], { seq: number }>(
  `update "rooms" set "incarnation" = $1 where "id" = $2 returning "seq"`,
);
const insert = prepared<[roomId: string, firstSeq: number, incarnation: string], never>(
  `insert into "room_incarnations" ("roomId", "firstSeq", "incarnation") values ($1, $2, $3)`,
);
const removeOld = prepared<[roomId: string], never>(
  `delete from "room_incarnations" where "roomId" = $1 and "firstSeq" <= (
     select "firstSeq" from "room_incarnations" where "roomId" = $1 order by "firstSeq" desc limit 1 offset ${MOST}
   )`,
);
const newest = prepared<[roomId: string], Part>(
  `select "incarnation", "firstSeq" from "room_incarnations"
   where "roomId" = $1 order by "firstSeq" desc limit ${MOST}`,
);

/** Notes that the room's next step is its first one under an incarnation. Throws `not_found`. */
export async function beginIncarnation(db: Db, roomId: string, incarnation: string): Promise<void> {
  const [room] = await take(db, incarnation, roomId);
  if (!room) throw new CommandError('not_found');
  await insert(db, roomId, room.seq + 1, incarnation);
  await removeOld(db, roomId);
}

/** Whether the log of a room went through this position: it is of a part that is known, and before all later ones. */
export async function isInHistory(db: Db, roomId: string, { seq, incarnation }: Position): Promise<boolean> {
  const parts = await newest(db, roomId);
  const own = parts.findIndex(part => part.incarnation === incarnation);
  // What was before the first part has no name, and is as good as forgotten when parts are.
  const isFirst = incarnation === '' && parts.length < MOST;
  if (own === -1 && !isFirst) return false;
  const later = own === -1 ? parts : parts.slice(0, own);
  return later.every(({ firstSeq }) => firstSeq > seq);
}

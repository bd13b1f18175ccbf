import { CommandError, type Position } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

/** The newest of each room; older ones are deleted. */
const MAX_INCARNATIONS = 100;

export interface IncarnationStart {
  incarnation: string;
  firstSeq: number;
}

const setIncarnation = prepared<[incarnation: string, roomId: string], { seq: number }>(
  `update "rooms" set "incarnation" = $1 where "id" = $2 returning "seq"`,
);
const insert = prepared<[roomId: string, firstSeq: number, incarnation: string], never>(
  `insert into "room_incarnations" ("roomId", "firstSeq", "incarnation") values ($1, $2, $3)`,
);
const deleteOld = prepared<[roomId: string], never>(
  `delete from "room_incarnations" where "roomId" = $1 and "firstSeq" <= (
     select "firstSeq" from "room_incarnations" where "roomId" = $1 order by "firstSeq" desc limit 1 offset ${MAX_INCARNATIONS}
   )`,
);
const selectAt = prepared<[roomId: string, seq: number], IncarnationStart>(
  `select "incarnation", "firstSeq" from "room_incarnations"
   where "roomId" = $1 and "firstSeq" <= $2 order by "firstSeq" desc limit 1`,
);
const selectNewest = prepared<[roomId: string], IncarnationStart>(
  `select "incarnation", "firstSeq" from "room_incarnations"
   where "roomId" = $1 order by "firstSeq" desc limit ${MAX_INCARNATIONS}`,
);

/** Records the first change of the room under an incarnation. Throws `not_found`. */
export async function beginIncarnation(db: Db, roomId: string, incarnation: string): Promise<void> {
  const [room] = await setIncarnation(db, incarnation, roomId);
  if (!room) throw new CommandError('not_found');
  await insert(db, roomId, room.seq + 1, incarnation);
  await deleteOld(db, roomId);
}

/** Under which the change `seq` of the room was made; empty if it is not kept. */
export async function findIncarnationAt(db: Db, roomId: string, seq: number): Promise<string> {
  return (await selectAt(db, roomId, seq))[0]?.incarnation ?? '';
}

/** The newest 100, the newest one first. */
export function listIncarnations(db: Db, roomId: string): Promise<IncarnationStart[]> {
  return selectNewest(db, roomId);
}

/** Whether the room's log contains the position: its incarnation is known, and no later one began at or before it. */
export async function isInHistory(db: Db, roomId: string, { seq, incarnation }: Position): Promise<boolean> {
  const parts = await listIncarnations(db, roomId);
  const own = parts.findIndex(part => part.incarnation === incarnation);
  // The part before the first incarnation has no name. It counts as unknown as soon as incarnations are deleted.
  const isFirst = incarnation === '' && parts.length < MAX_INCARNATIONS;
  if (own === -1 && !isFirst) return false;
  const later = own === -1 ? parts : parts.slice(0, own);
  return later.every(({ firstSeq }) => firstSeq > seq);
}

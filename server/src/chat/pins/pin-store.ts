import { MAX_PINS, type Message, type PinCursor } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { isPinKept } from '../rooms/trimmed-log.ts';

const PINNED = `"messages" p indexed by "messages_pinned" join "rooms" r on r."id" = p."roomId"`;
const LIVE = `p."pinnedAt" is not null and p."deletedAt" is null and ${isPinKept('p', 'r')}`;

const countRows = prepared<[roomId: string], { count: number }>(
  `select count(*) as "count" from (
     select 1 from ${PINNED} where p."roomId" = $1 and ${LIVE} limit ${MAX_PINS}
   ) as "pinned"`,
);
const selectPage = prepared<
  [roomId: string, pinnedAt: number, seq: number, limit: number],
  PinCursor & { id: string }
>(
  `select p."id" as "id", p."pinnedAt" as "pinnedAt", p."seq" as "seq" from ${PINNED}
   where p."roomId" = $1 and ${LIVE} and (p."pinnedAt", p."seq") < ($2, $3) order by p."pinnedAt" desc, p."seq" desc limit $4`,
);
const updatePin = prepared<
  [pinnedAt: number | null, pinnedBy: string | null, changedSeq: number, roomId: string, id: string],
  never
>(
  `update "messages" set "pinnedAt" = $1, "pinnedBy" = $2, "changedSeq" = $3 where "roomId" = $4 and "id" = $5`,
);

/** At most `MAX_PINS`. */
export async function countPins(db: Db, roomId: string): Promise<number> {
  const [row] = await countRows(db, roomId);
  return row?.count ?? 0;
}

/** The last pinned one first. */
export function listPinned(db: Db, roomId: string, { pinnedAt, seq }: PinCursor, limit: number) {
  return selectPage(db, roomId, pinnedAt, seq, limit);
}

export async function storePin(
  db: Db,
  { roomId, id, changedSeq, pinnedAt, pinnedBy }: Message,
): Promise<void> {
  await updatePin(db, pinnedAt ?? null, pinnedBy ?? null, changedSeq, roomId, id);
}

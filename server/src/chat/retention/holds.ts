import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';

const MAX_LISTED_HOLDS = 1_000;

type AnyRoom = { id: string; name: string; kind: 'open' | 'private' | 'direct' };

/** Also a deleted one. */
const selectRoom = prepared<[roomId: string], AnyRoom>(
  `select "id", "name", "kind" from "rooms" where "id" = $1`,
);
const selectHold = prepared<[roomId: string], { roomId: string }>(
  `select "roomId" from "holds" where "roomId" = $1`,
);
const insertHold = prepared<[roomId: string, reason: string, heldAt: number], { roomId: string }>(
  `insert into "holds" ("roomId", "reason", "heldAt") values ($1, $2, $3)
   on conflict ("roomId") do nothing returning "roomId"`,
);
const deleteHold = prepared<[roomId: string], { roomId: string }>(
  `delete from "holds" where "roomId" = $1 returning "roomId"`,
);
const selectHolds = prepared<[limit: number], Hold>(
  `select h."roomId" as "roomId", h."reason" as "reason", h."heldAt" as "heldAt", r."kind" as "kind", r."name" as "name",
     r."deletedAt" as "deletedAt"
   from "holds" h join "rooms" r on r."id" = h."roomId" order by h."roomId" limit $1`,
);

export interface Hold {
  roomId: string;
  reason: string;
  heldAt: number;
  kind: AnyRoom['kind'];
  name: string;
  deletedAt: number | null;
}

/** Of a held room, the server removes nothing by itself: no rule trims it, and no job erases it after its deletion. */
export async function isHeld(db: Db, roomId: string): Promise<boolean> {
  return (await selectHold(db, roomId)).length > 0;
}

/** At most 1,000. */
export function listHolds(db: Db): Promise<Hold[]> {
  return selectHolds(db, MAX_LISTED_HOLDS);
}

/** For the command line. Nobody in the room learns of it. */
export const holdRoom: Mutation<{ roomId: string; reason: string }, { hasChanged: boolean }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, reason }) {
    const room = await findAnyRoom(db, roomId);
    const [added] = await insertHold(db, roomId, reason, call.now);
    if (added) await recordAudit(db, call, { action: 'hold_room', room, reason });
    return { output: { hasChanged: added !== undefined }, publications: [] };
  },
};

export const releaseRoom: Mutation<{ roomId: string }, { hasChanged: boolean }> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId }) {
    const room = await findAnyRoom(db, roomId);
    const [removed] = await deleteHold(db, roomId);
    if (removed) await recordAudit(db, call, { action: 'release_room', room });
    return { output: { hasChanged: removed !== undefined }, publications: [] };
  },
};

export const HOLD_MUTATIONS = { hold_room: holdRoom, release_room: releaseRoom };

/** Throws `not_found`. */
async function findAnyRoom(db: Db, roomId: string) {
  const [room] = await selectRoom(db, roomId);
  if (!room) throw new CommandError('not_found');
  const { kind, ...rest } = room;
  return { ...rest, ...(kind !== 'open' && { kind }) };
}

import { CommandError, getLastActivityAt, type Position, type Room } from '@snug/protocol';
import type { Insertable } from 'kysely';
import type { MutationContext } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db, RoomTable } from '../../db/schema.ts';
import { beginIncarnation } from './room-incarnations.ts';
import { indexName, removeName } from './room-names.ts';
import { findRoom } from './room-rows.ts';
import { trimmedBeforeOf } from './trimmed-log.ts';

const insertActivity = prepared<[roomId: string, at: number, kind: NewRoom['kind']], never>(
  `insert into "room_activity" ("roomId", "at", "kind") values ($1, $2, $3) on conflict do nothing`,
);
const insertCalls = prepared<[roomId: string], never>(
  `insert into "notify_rooms" ("roomId", "seq") values ($1, 0) on conflict do nothing`,
);
const updateActivity = prepared<[at: number, roomId: string], never>(
  `update "room_activity" set "at" = $1 where "roomId" = $2 and "at" <> $1`,
);
const removeActivity = prepared<[roomId: string], never>(`delete from "room_activity" where "roomId" = $1`);
const updateMarks = prepared<[archivedAt: number | null, deletedAt: number | null, roomId: string], never>(
  `update "rooms" set "archivedAt" = $1, "deletedAt" = $2 where "id" = $3`,
);
const advanceLog = prepared<
  [now: number, isMessage: number, roomId: string, incarnation: string],
  { seq: number; at: number; guestCount: number }
>(
  `update "rooms" set "seq" = "seq" + 1,
     "changedAt" = case when "changedAt" < $1 then $1 else "changedAt" end,
     "lastMessageSeq" = case when $2 = 1 then "seq" + 1 else "lastMessageSeq" end
   where "id" = $3 and "incarnation" = $4 returning "seq", "changedAt" as "at", "guestCount"`,
);
const setLog = prepared<[seq: number, at: number, roomId: string], never>(
  `update "rooms" set "seq" = $1, "lastMessageSeq" = $1, "changedAt" = $2 where "id" = $3`,
);

const updateLastMessage = prepared<[roomId: string], never>(
  `update "rooms" set "lastMessageSeq" = (
     select m."seq" from "messages" m indexed by "messages_live"
     where m."roomId" = $1 and m."seq" >= ${trimmedBeforeOf('"rooms"')} and m."deletedAt" is null
     order by m."seq" desc limit 1
   ) where "id" = $1`,
);

/**
 * Returns the next seq and `now`, or the time of the previous change if the clock went back; also the number of guests in the room.
 * Throws `not_found`.
 */
export async function appendToLog(
  db: Db,
  roomId: string,
  { now, incarnation }: Pick<MutationContext, 'now' | 'incarnation'>,
  { isMessage = false } = {},
): Promise<Position & { at: number; guestCount: number }> {
  const step = () => advanceLog(db, now, isMessage ? 1 : 0, roomId, incarnation);
  let [row] = await step();
  if (!row) {
    await beginIncarnation(db, roomId, incarnation);
    [row] = await step();
  }
  if (!row) throw new CommandError('not_found');
  if (isMessage) await updateActivity(db, row.at, roomId);
  return { ...row, incarnation };
}

/**
 * Like `appendToLog`, for a message, if the caller has read the log under the room's lock. An update that returns its row takes twice
 * as long.
 */
export async function appendMessage(
  db: Db,
  roomId: string,
  log: Position & { changedAt: number },
  call: Pick<MutationContext, 'now' | 'incarnation'>,
): Promise<Position & { at: number }> {
  const { now, incarnation } = call;
  if (log.incarnation !== incarnation) return appendToLog(db, roomId, call, { isMessage: true });
  const seq = log.seq + 1;
  const at = Math.max(now, log.changedAt);
  await setLog(db, seq, at, roomId);
  await updateActivity(db, at, roomId);
  return { seq, incarnation, at };
}

export async function findLastMessageSeq(db: Db, roomId: string): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('rooms')
    .select('lastMessageSeq')
    .where('id', '=', roomId)
    .executeTakeFirst();
  return row?.lastMessageSeq;
}

export async function setLastMessage(db: Db, roomId: string): Promise<void> {
  await updateLastMessage(db, roomId);
  const room = await findRoom(db, roomId);
  if (room) await updateActivity(db, getLastActivityAt(room), roomId);
}

export type NewRoom = Pick<
  Insertable<RoomTable>,
  'id' | 'name' | 'description' | 'createdAt' | 'createdBy' | 'people'
> & { kind: 'open' | 'private' | 'direct' };

export async function insertRoom(db: Db, room: NewRoom): Promise<void> {
  await db
    .insertInto('rooms')
    .values({ ...room, seq: 0, changedAt: room.createdAt, lastMessageSeq: null })
    .execute();
  await insertActivity(db, room.id, room.createdAt, room.kind);
  await insertCalls(db, room.id);
  await indexName(db, room);
}

export async function findCreator(db: Db, roomId: string): Promise<string | undefined> {
  const row = await db.selectFrom('rooms').select('createdBy').where('id', '=', roomId).executeTakeFirst();
  return row?.createdBy;
}

export async function updateRoom(
  db: Db,
  { id, kind }: Pick<NewRoom, 'id'> & { kind?: NewRoom['kind'] | undefined },
  { membersInvite, ...texts }: Pick<Room, 'name' | 'description' | 'membersInvite'>,
): Promise<void> {
  const settings = { ...texts, membersInvite: membersInvite === false ? 0 : null };
  await db.updateTable('rooms').set(settings).where('id', '=', id).execute();
  await indexName(db, { id, kind, name: texts.name });
}

/** Lists leave out an archived room. */
export async function archive(db: Db, roomId: string, at: number): Promise<void> {
  await updateMarks(db, at, null, roomId);
  await removeActivity(db, roomId);
}

export async function unarchive(db: Db, roomId: string): Promise<void> {
  await updateMarks(db, null, null, roomId);
  const room = await findRoom(db, roomId);
  if (room) await insertActivity(db, roomId, getLastActivityAt(room), room.kind ?? 'open');
}

/** Nobody finds the room any more. Its data stays until the job erases it. */
export async function markDeleted(db: Db, roomId: string, at: number): Promise<void> {
  await updateMarks(db, null, at, roomId);
  await removeActivity(db, roomId);
  await removeName(db, roomId);
}

import type { NotificationLevel } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, DefaultLevelTable } from '../../db/schema.ts';
import type { StoredMembership } from './member-store.ts';

const selectLevel = prepared<[uid: string], Pick<DefaultLevelTable, 'level'>>(
  `select "level" from "default_levels" where "userId" = $1`,
);
const upsertLevel = prepared<[uid: string, level: NotificationLevel, now: number], never>(
  `insert into "default_levels" ("userId", "level", "changedAt", "due") values ($1, $2, $3, 1)
   on conflict ("userId") do update set "level" = excluded."level", "changedAt" = excluded."changedAt", "due" = 1`,
);
const selectDue = prepared<[after: string], { userId: string }>(
  `select "userId" from "default_levels" where "due" is not null and "userId" > $1 order by "userId" limit 1`,
);
const endDue = prepared<[uid: string, until: number], never>(
  `update "default_levels" set "due" = null where "userId" = $1 and "changedAt" <= $2`,
);
const selectRooms = prepared<[uid: string, after: string, limit: number], { roomId: string }>(
  `select "roomId" from "members" where "userId" = $1 and "roomId" > $2 and "role" is not null order by "roomId" limit $3`,
);
const updateLevels = preparedIn<
  [uid: string, level: StoredMembership['level'], byDefault: number | null],
  never
>(
  `update "members" set "level" = $2, "levelByDefault" = $3
   where "userId" = $1 and "roomId" in ($values) and "role" is not null
     and ("level" is null or "levelByDefault" is not null) and "level" is distinct from $2`,
);

export async function findDefaultLevel(db: Db, uid: string): Promise<NotificationLevel> {
  return (await selectLevel(db, uid))[0]?.level ?? 'mentions';
}

/** The columns of a membership that begins. */
export async function readDefaultLevel(
  db: Db,
  uid: string,
): Promise<Pick<StoredMembership, 'level' | 'levelByDefault'>> {
  const level = await findDefaultLevel(db, uid);
  return level === 'mentions' ? { level: null, levelByDefault: null } : { level, levelByDefault: 1 };
}

/** Returns whether it is another one than before. */
export async function storeLevel(
  db: Db,
  uid: string,
  level: NotificationLevel,
  now: number,
): Promise<boolean> {
  if (level === (await findDefaultLevel(db, uid))) return false;
  await upsertLevel(db, uid, level, now);
  return true;
}

/** The next person, in the order of ids, whose default is not in all their rooms yet. */
export async function findDuePerson(db: Db, after: string): Promise<string | undefined> {
  return (await selectDue(db, after))[0]?.userId;
}

/** Unless the default has changed after `until`. */
export async function endDuePerson(db: Db, uid: string, until: number): Promise<void> {
  await endDue(db, uid, until);
}

/** In the order of ids. */
export async function listOwnRoomIds(db: Db, uid: string, after: string, limit: number): Promise<string[]> {
  return (await selectRooms(db, uid, after, limit)).map(({ roomId }) => roomId);
}

/** Writes the person's default into those of the rooms that have no level of their own. The caller holds the rooms' locks. */
export async function writeDefaultLevel(db: Db, uid: string, roomIds: readonly string[]): Promise<void> {
  if (roomIds.length === 0) return;
  const { level, levelByDefault } = await readDefaultLevel(db, uid);
  await updateLevels(db, roomIds, uid, level, levelByDefault);
}

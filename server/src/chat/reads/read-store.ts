import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface StoredCursor {
  seq: number;
  version: number;
  /** 1, or null: the upgrade created it, and nobody has read since. */
  migrated: number | null;
}

const selectCursor = prepared<[uid: string, roomId: string], StoredCursor>(
  `select "seq", "version", "migrated" from "reads" where "userId" = $1 and "roomId" = $2`,
);

interface Changed {
  version: number;
}

type CursorKey = [uid: string, roomId: string];

// Without a lock: each of these statements compares and sets.
const raise = prepared<[...CursorKey, seq: number, version: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, 1)
   on conflict ("userId", "roomId") do update
     set "seq" = case when c."seq" < excluded."seq" then excluded."seq" else c."seq" end, "migrated" = null
     where c."version" = $4 and (c."seq" < excluded."seq" or c."migrated" is not null)
   returning "version"`,
);
const moveBack = prepared<[...CursorKey, seq: number, version: number, next: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, $5)
   on conflict ("userId", "roomId") do update
     set "seq" = case when c."seq" > excluded."seq" then excluded."seq" else c."seq" end,
       "version" = excluded."version", "migrated" = null
     where c."version" = $4
   returning "version"`,
);
const start = prepared<[...CursorKey, seq: number, migrated: number | null], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version", "migrated") values ($1, $2, $3, 1, $4)
   on conflict ("userId", "roomId") do update
     set "seq" = excluded."seq", "version" = c."version" + 1, "migrated" = excluded."migrated"
   returning "version"`,
);
const end = prepared<[...CursorKey, seq: number], Changed>(
  `insert into "reads" as c ("userId", "roomId", "seq", "version") values ($1, $2, $3, 1)
   on conflict ("userId", "roomId") do update set "version" = c."version" + 1
   returning "version"`,
);
const replaceMigrated = prepared<[...CursorKey, seq: number], Changed>(
  `update "reads" set "seq" = $3, "version" = "version" + 1, "migrated" = null
   where "userId" = $1 and "roomId" = $2 and "migrated" is not null
   returning "version"`,
);
const deleteCursors = preparedIn<[roomId: string], never>(
  `delete from "reads" where "roomId" = $1 and "userId" in ($values)`,
);

export async function findCursor(db: Db, uid: string, roomId: string): Promise<StoredCursor | undefined> {
  const [row] = await selectCursor(db, uid, roomId);
  return row;
}

export interface CursorMove {
  uid: string;
  roomId: string;
  seq: number;
  version: number;
}

/** False if it is there already, or if the version is another. */
export async function raiseCursor(db: Db, { uid, roomId, seq, version }: CursorMove): Promise<boolean> {
  return (await raise(db, uid, roomId, seq, version)).length > 0;
}

/** Never forward. False if the version is another. */
export async function moveCursorBack(db: Db, { uid, roomId, seq, version }: CursorMove): Promise<boolean> {
  return (await moveBack(db, uid, roomId, seq, version, version + 1)).length > 0;
}

/** For a person who becomes a member. */
export async function startCursor(
  db: Db,
  uid: string,
  roomId: string,
  seq: number,
  isMigrated: boolean,
): Promise<void> {
  await start(db, uid, roomId, seq, isMigrated ? 1 : null);
}

/** For a former member: their earlier cursors change nothing after they join again. */
export async function endCursor(db: Db, uid: string, roomId: string, seq: number): Promise<void> {
  await end(db, uid, roomId, seq);
}

/** False if nobody marked it as migrated. */
export async function replaceMigratedCursor(
  db: Db,
  uid: string,
  roomId: string,
  seq: number,
): Promise<boolean> {
  return (await replaceMigrated(db, uid, roomId, seq)).length > 0;
}

export async function deleteCursorsOf(db: Db, roomId: string, uids: readonly string[]): Promise<void> {
  await deleteCursors(db, uids, roomId);
}

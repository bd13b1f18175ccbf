import { MAX_WORKSPACE_ADMINS } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const select = prepared<[uid: string], { userId: string }>(
  `select "userId" from "workspace_admins" where "userId" = $1`,
);
const selectActive = prepared<[uid: string], { userId: string }>(
  `select "userId" from "workspace_admins" a where "userId" = $1
     and not exists (select 1 from "suspensions" s where s."userId" = a."userId")`,
);
const selectOtherActive = prepared<[uid: string], { userId: string }>(
  `select "userId" from "workspace_admins" a where "userId" > '' and "userId" <> $1
     and not exists (select 1 from "suspensions" s where s."userId" = a."userId") limit 1`,
);
const selectAll = prepared<[limit: number], { userId: string }>(
  `select "userId" from "workspace_admins" where "userId" > '' order by "userId" limit $1`,
);
const insert = prepared<[uid: string, now: number], { userId: string }>(
  `insert into "workspace_admins" ("userId", "grantedAt") values ($1, $2) on conflict do nothing returning "userId"`,
);
const insertByClaim = prepared<[uid: string, now: number], { userId: string }>(
  `insert into "workspace_admins" ("userId", "grantedAt", "byClaim") values ($1, $2, 1)
   on conflict do nothing returning "userId"`,
);
const removeByClaim = prepared<[uid: string], { userId: string }>(
  `delete from "workspace_admins" where "userId" = $1 and "byClaim" is not null returning "userId"`,
);
const keep = prepared<[uid: string], never>(
  `update "workspace_admins" set "byClaim" = null where "userId" = $1 and "byClaim" is not null`,
);
const remove = prepared<[uid: string], { userId: string }>(
  `delete from "workspace_admins" where "userId" = $1 returning "userId"`,
);

/** Also during a suspension. */
export async function isWorkspaceAdmin(db: Db, uid: string): Promise<boolean> {
  return (await select(db, uid)).length > 0;
}

/** False during a suspension. */
export async function isActiveWorkspaceAdmin(db: Db, uid: string): Promise<boolean> {
  return (await selectActive(db, uid)).length > 0;
}

/** Whether there is one besides the person who is not suspended. */
export async function hasOtherActiveAdmin(db: Db, uid: string): Promise<boolean> {
  return (await selectOtherActive(db, uid)).length > 0;
}

/** At most `MAX_WORKSPACE_ADMINS`. */
export async function listWorkspaceAdmins(db: Db): Promise<string[]> {
  return (await selectAll(db, MAX_WORKSPACE_ADMINS)).map(({ userId }) => userId);
}

export async function hasWorkspaceAdmin(db: Db): Promise<boolean> {
  return (await selectAll(db, 1)).length > 0;
}

/** False if the person was one already. */
export async function addWorkspaceAdmin(db: Db, uid: string, now: number): Promise<boolean> {
  return (await insert(db, uid, now)).length > 0;
}

/** False if the person was none. */
export async function removeWorkspaceAdmin(db: Db, uid: string): Promise<boolean> {
  return (await remove(db, uid)).length > 0;
}

/** By a claim of the directory. False if the person was one already, in any way. */
export async function addDirectoryAdmin(db: Db, uid: string, now: number): Promise<boolean> {
  return (await insertByClaim(db, uid, now)).length > 0;
}

/** False if the person was none, or not by a claim. */
export async function removeDirectoryAdmin(db: Db, uid: string): Promise<boolean> {
  return (await removeByClaim(db, uid)).length > 0;
}

/** From now on by hand. */
export async function keepWorkspaceAdmin(db: Db, uid: string): Promise<void> {
  await keep(db, uid);
}

import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const select = prepared<[uid: string], { userId: string }>(
  `select "userId" from "suspensions" where "userId" = $1`,
);
const selectTimes = preparedIn<[], { uid: string; at: number }>(
  `select "userId" as "uid", "at" from "suspensions" where "userId" in ($values)`,
);
const insert = prepared<[uid: string, now: number], { userId: string }>(
  `insert into "suspensions" ("userId", "at") values ($1, $2) on conflict do nothing returning "userId"`,
);
const remove = prepared<[uid: string], { userId: string }>(
  `delete from "suspensions" where "userId" = $1 returning "userId"`,
);

export async function isSuspended(db: Db, uid: string): Promise<boolean> {
  return (await select(db, uid)).length > 0;
}

/** When each of the suspended ones among these people was suspended, ms since 1970. */
export async function readSuspensions(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectTimes(db, uids)).map(({ uid, at }) => [uid, at]));
}

/** False if the person was suspended already. */
export async function addSuspension(db: Db, uid: string, now: number): Promise<boolean> {
  return (await insert(db, uid, now)).length > 0;
}

/** False if the person was not suspended. */
export async function removeSuspension(db: Db, uid: string): Promise<boolean> {
  return (await remove(db, uid)).length > 0;
}

import type { JobTable } from '../../db/node-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type DueJob = Pick<JobTable, 'id' | 'kind' | 'key' | 'cursor'>;

/** Due jobs without an active lease. */
const IS_CLAIMABLE = `"dueAt" <= $1 and ("until" is null or "until" <= $1)`;

const selectDue = prepared<[now: number], DueJob>(
  `select "id", "kind", "key", "cursor" from "jobs" where ${IS_CLAIMABLE} order by "dueAt" limit 100`,
);
const selectDueCount = prepared<[now: number, limit: number], { count: number }>(
  `select count(*) as "count" from (select 1 from "jobs" where ${IS_CLAIMABLE} limit $2) as "due"`,
);
const claim = prepared<[now: number, id: string, owner: string, until: number], DueJob>(
  `update "jobs" set "owner" = $3, "until" = $4 where "id" = $2 and ${IS_CLAIMABLE}
   returning "id", "kind", "key", "cursor"`,
);
const renew = prepared<
  [now: number, id: string, owner: string, cursor: string, until: number],
  Pick<DueJob, 'id'>
>(
  `update "jobs" set "cursor" = $4, "until" = $5 where "id" = $2 and "owner" = $3 and "until" > $1
   returning "id"`,
);
const release = prepared<[id: string, owner: string, cursor: string | null, dueAt: number], never>(
  `update "jobs" set "cursor" = $3, "dueAt" = $4, "owner" = null, "until" = null
   where "id" = $1 and "owner" = $2`,
);
const upsertDueAt = prepared<[id: string, kind: string, dueAt: number], never>(
  `insert into "jobs" ("id", "kind", "key", "dueAt") values ($1, $2, '', $3)
   on conflict ("kind", "key") do update set "dueAt" = $3 where "jobs"."dueAt" > $3`,
);

/** The first 100 claimable jobs, the longest due first. */
export function listDue(db: Db, now: number): Promise<DueJob[]> {
  return selectDue(db, now);
}

/** At most 100. */
export async function countDue(db: Db, now: number): Promise<number> {
  return (await selectDueCount(db, now, 100))[0]?.count ?? 0;
}

/** Undefined if another process has the lease, or if the job is not due. */
export async function leaseJob(
  db: Db,
  now: number,
  id: string,
  owner: string,
  until: number,
): Promise<DueJob | undefined> {
  const [job] = await claim(db, now, id, owner, until);
  return job;
}

export async function renewLease(
  db: Db,
  now: number,
  id: string,
  owner: string,
  cursor: string,
  until: number,
): Promise<boolean> {
  return (await renew(db, now, id, owner, cursor, until)).length > 0;
}

export async function releaseLease(
  db: Db,
  id: string,
  owner: string,
  cursor: string | null,
  dueAt: number,
): Promise<void> {
  await release(db, id, owner, cursor, dueAt);
}

/** Sets the due time to `dueAt`, unless it is earlier already. */
export async function scheduleJob(db: Db, id: string, kind: string, dueAt: number): Promise<void> {
  await upsertDueAt(db, id, kind, dueAt);
}

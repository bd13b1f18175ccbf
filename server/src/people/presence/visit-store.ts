import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';

/** Stores that people visit a node. Does nothing if the node has ended. */
export async function storeVisits(db: Db, nodeId: string, uids: readonly string[]): Promise<void> {
  await sql`insert into "visits" ("userId", "nodeId") select "userId", "id"
    from unnest(${uids}::text[]) as "userId", (select "id" from "nodes" where "id" = ${nodeId} for key share) as "node"
    on conflict do nothing`.execute(db);
}

export async function deleteVisits(db: Db, nodeId: string, uids: readonly string[]): Promise<void> {
  await db.deleteFrom('visits').where('nodeId', '=', nodeId).where('userId', 'in', uids).execute();
}

/** Of a node whose lease has ended; none if it has not. Returns the number of deleted visits. */
export async function deleteDeadVisits(
  db: Db,
  nodeId: string,
  uids: readonly string[],
  now: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('visits')
    .where('nodeId', '=', nodeId)
    .where('userId', 'in', uids)
    .where('nodeId', 'in', row => row.selectFrom('nodes').select('id').where('expiresAt', '<=', now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Those of the people who visit a node. */
export async function findVisitors(db: Db, uids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('visits').select('userId').where('userId', 'in', uids).execute();
  return new Set(rows.map(({ userId }) => userId));
}

export async function listVisitors(db: Db, nodeId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('visits')
    .select('userId')
    .where('nodeId', '=', nodeId)
    .orderBy('userId')
    .limit(limit)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Sets everyone offline who visits no node. For a start without other nodes. */
export async function storeAbsentOffline(db: Db, now: number): Promise<void> {
  await sql`update "presence" set "state" = 'offline', "lastChanged" = greatest(${now}::bigint, "lastChanged" + 1)
    where "state" = 'online' and not exists (select 1 from "visits" where "visits"."userId" = "presence"."userId")`.execute(
    db,
  );
}

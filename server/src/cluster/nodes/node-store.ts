import { Checkup } from '@snug/protocol';
import { type RawBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { StartError } from '../../base/start-error.ts';
import type { NodeTable } from '../../db/node-tables.ts';
import type { Db } from '../../db/schema.ts';

/** A node is dead if it does not renew its lease for this time. */
export const LEASE_MS = 10_000;

const NOW = sql.raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint');

export interface OtherNode {
  id: string;
  isExpired: boolean;
}

export interface Renewal {
  /** Whether others may have declared this node dead; undefined if its row is gone. */
  hasLapsed: boolean | undefined;
  others: OtherNode[];
  epoch: string;
  serverAgeMs: number;
}

/** What carries events between nodes: the database alone, or a message broker, too. */
export type NodeBus = 'database' | 'nats';

/**
 * Throws a `StartError` if the database belongs to a newer release, or living nodes use another bus. The lock on the row of the
 * release lasts until the lease is stored.
 */
export async function registerNode(
  db: Db,
  id: string,
  version: string,
  bus: NodeBus = 'database',
): Promise<void> {
  const { rows } = await sql`
    with "oldest" as (select "value" from "meta" where "key" = 'oldestVersion' for share)
    insert into "nodes" ("id", "startedAt", "expiresAt", "version", "bus")
    select ${id}::text, ${NOW}, ${NOW} + ${LEASE_MS}::bigint, ${version}::text, ${bus}::text
    where not exists (
      select 1 from "oldest" where ${toNumbers(sql.ref('value'))} > ${toNumbers(sql`${version}::text`)}
    )
    on conflict ("id") do update set "expiresAt" = excluded."expiresAt"
    returning "id"`.execute(db);
  if (rows.length === 0)
    throw new StartError(`The database needs a newer release of Snug than ${version}. Update this server.`);
  await assertSameBus(db, id, bus);
}

/** After the lease is stored: of two nodes that start at the same time, at least one sees the other. */
async function assertSameBus(db: Db, id: string, bus: NodeBus): Promise<void> {
  const { rows } = await sql<{ bus: NodeBus }>`select coalesce("bus", 'database') as "bus" from "nodes"
    where "id" <> ${id} and "expiresAt" > ${NOW} and coalesce("bus", 'database') <> ${bus} limit 1`.execute(
    db,
  );
  if (rows.length === 0) return;
  await releaseNode(db, id, 0);
  throw new StartError(
    bus === 'nats'
      ? 'Another server on this database runs without NATS_URL, and this one has it. Stop all servers, wait 10 seconds, and start them with the same NATS_URL.'
      : 'Another server on this database runs with NATS_URL, and this one has none. Set the same NATS_URL here, or stop all servers, wait 10 seconds, and start them without it.',
  );
}

/** Extends the lease, and returns what other nodes changed. */
export async function renewNode(db: Db, id: string): Promise<Renewal> {
  const { rows } = await sql<{
    hasLapsed: boolean | null;
    others: OtherNode[] | null;
    epoch: string;
    serverAgeMs: number;
  }>`
    with "renewed" as (
      update "nodes" set "expiresAt" = ${NOW} + ${LEASE_MS}::bigint
      from (select "id", "expiresAt" from "nodes" where "id" = ${id} for update) as "previous"
      where "nodes"."id" = "previous"."id"
      returning "previous"."expiresAt" <= ${NOW} as "hasLapsed"
    )
    select (select "hasLapsed" from "renewed") as "hasLapsed",
      (select json_agg(json_build_object('id', "id", 'isExpired', "expiresAt" <= ${NOW}))
        from "nodes" where "id" <> ${id}) as "others",
      (select "value" from "meta" where "key" = 'epoch') as "epoch",
      floor(extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::bigint as "serverAgeMs"
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no row');
  return { ...row, hasLapsed: row.hasLapsed ?? undefined, others: row.others ?? [] };
}

/** What a node has found on its machine, for the others to show. */
export async function storeCheckup(db: Db, id: string, checkup: Checkup): Promise<void> {
  await sql`update "nodes" set "checkup" = ${JSON.stringify(checkup)} where "id" = ${id}`.execute(db);
}

export interface LivingNode extends Pick<NodeTable, 'startedAt' | 'expiresAt' | 'version'> {
  checkup: Checkup | undefined;
}

/** At most `limit`. */
export async function listNodes(db: Db, limit: number): Promise<LivingNode[]> {
  const { rows } = await sql<Omit<LivingNode, 'checkup'> & { checkup: string | null }>`
    select "startedAt", "expiresAt", "version", "checkup" from "nodes" where "expiresAt" > ${NOW}
    order by "id" limit ${limit}::int`.execute(db);
  return rows.map(row => ({ ...row, checkup: parseCheckup(row.checkup) }));
}

/** One of a later release can have another form. */
function parseCheckup(text: string | null): Checkup | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Checkup), text);
  return parsed.success ? parsed.output : undefined;
}

export async function releaseNode(db: Db, id: string, afterMs: number): Promise<void> {
  await sql`update "nodes" set "expiresAt" = ${NOW} + ${afterMs}::bigint where "id" = ${id}`.execute(db);
}

/** Deletes a node whose lease has ended and that nobody visits. */
export async function deleteNode(db: Db, id: string): Promise<void> {
  await sql`delete from "nodes" where "id" = ${id} and "expiresAt" <= ${NOW}
    and not exists (select 1 from "visits" where "nodeId" = ${id})`.execute(db);
}

function toNumbers(version: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`string_to_array(${version}, '.')::int[]`;
}

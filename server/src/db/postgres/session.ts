import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { RELEASE } from '../../base/release.ts';
import { StartError } from '../../base/start-error.ts';

const OLDEST_VERSION = 15;

/** The name of this release's connections: see `raiseOldestRelease`. */
const APPLICATION_NAME = `snug ${RELEASE}`;

const VERSION_WITH_TRANSACTION_TIMEOUT = 17;

/** A server may hang while it holds locks. `jit` takes longer than Snug's statements. */
const SETTINGS: Readonly<Record<string, string>> = {
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '3s',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
};

export interface ServerIdentity {
  /** The history of the data: another cluster of databases, a restore or a failover begins another one. */
  history: string;
  /** The part of the history since the server's start, and since the restore of a backup. */
  incarnation: string;
}

interface SessionRow {
  version: number;
  isInRecovery: boolean;
  timeline: string | null;
  system: string;
  startedAt: string;
  hasMeta: boolean;
}

// The position in the log, because the last checkpoint can show the previous timeline minutes after a failover.
const SELECT_IDENTITY = `select current_setting('server_version_num')::int / 10000 as "version",
  pg_is_in_recovery() as "isInRecovery",
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as "timeline",
  (select system_identifier::text from pg_control_system()) as "system",
  extract(epoch from pg_postmaster_start_time())::text as "startedAt",
  to_regclass('"meta"') is not null as "hasMeta"`;

const SELECT_OLDEST_RELEASE = `select "value" from "meta" where "key" = 'oldestVersion'
  and string_to_array("value", '.')::int[] > string_to_array($1, '.')::int[]`;
const SELECT_EPOCH = `select "value" from "meta" where "key" = 'epoch'`;

// The administrator may relax durability for a database or a role. Acknowledged changes must survive anyway.
const REQUIRE_DURABILITY = `set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;

/** Prepares a new connection. Throws a `StartError` if Snug can never use the server. */
export async function beginSession(client: Client): Promise<ServerIdentity> {
  const { rows } = await client.query<SessionRow>(SELECT_IDENTITY);
  const [row] = rows;
  if (!row) throw new Error('the server has no identity');
  if (row.version < OLDEST_VERSION)
    throw new StartError(
      `Snug needs PostgreSQL ${OLDEST_VERSION} or newer, and the server is ${row.version}.`,
    );
  // Not for good: during a failover, the address may lead to a standby before its promotion.
  if (row.isInRecovery || row.timeline === null)
    throw new Error('the server is a standby, which accepts no changes');
  await client.query(`select ${toSettings(row.version)}, ${REQUIRE_DURABILITY}`);
  if (row.hasMeta) await assertNewEnough(client);
  const epoch = row.hasMeta ? await readEpoch(client) : '';
  return {
    history: toName(row.system, row.timeline),
    incarnation: toName(row.system, row.timeline, row.startedAt, epoch).slice(0, 12),
  };
}

/** A server of an older release may have been frozen since the database was given to a newer one. */
async function assertNewEnough(client: Client): Promise<void> {
  const { rows } = await client.query<{ value: string }>(SELECT_OLDEST_RELEASE, [RELEASE]);
  const [newer] = rows;
  if (newer) throw new StartError(`The database needs Snug ${newer.value} or newer, and this is ${RELEASE}.`);
}

async function readEpoch(client: Client): Promise<string> {
  const { rows } = await client.query<{ value: string }>(SELECT_EPOCH);
  return rows[0]?.value ?? '';
}

function toSettings(version: number): string {
  const settings = {
    ...SETTINGS,
    application_name: APPLICATION_NAME,
    ...(version >= VERSION_WITH_TRANSACTION_TIMEOUT && { transaction_timeout: '10s' }),
  };
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  return calls.join(', ');
}

function toName(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22);
}

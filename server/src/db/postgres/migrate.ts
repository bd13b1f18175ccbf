import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartError } from '../../start-error.ts';
import { ensureEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import { getSqlState } from './errors.ts';
import * as start from './migrations/0001-start.ts';
import * as nodes from './migrations/0002-nodes.ts';
import * as membersAndKinds from './migrations/0003-members-and-kinds.ts';
import * as invites from './migrations/0004-invites.ts';
import * as blocks from './migrations/0005-blocks.ts';
import * as reactionPeople from './migrations/0006-reaction-people.ts';
import * as workspace from './migrations/0007-workspace.ts';
import * as roomOptions from './migrations/0008-room-options.ts';
import * as editsAndReplies from './migrations/0009-edits-and-replies.ts';
import * as mentions from './migrations/0010-mentions.ts';
import * as removedMessages from './migrations/0011-removed-messages.ts';
import * as pinsSavedFiles from './migrations/0012-pins-saved-files.ts';
import * as reads from './migrations/0013-reads.ts';
import * as reports from './migrations/0014-reports.ts';
import * as requests from './migrations/0015-requests.ts';
import * as accountDeletions from './migrations/0016-account-deletions.ts';
import * as workspaceLists from './migrations/0017-workspace-lists.ts';
import * as recovery from './migrations/0018-recovery.ts';
import * as suspensions from './migrations/0019-suspensions.ts';
import * as botsAndTokens from './migrations/0020-bots-and-tokens.ts';
import * as notices from './migrations/0021-notices.ts';
import * as twoStep from './migrations/0022-two-step.ts';
import * as ownData from './migrations/0023-own-data.ts';
import * as newestInvites from './migrations/0024-newest-invites.ts';
import * as passkeys from './migrations/0025-passkeys.ts';
import * as directActivity from './migrations/0026-direct-activity.ts';
import * as webhooks from './migrations/0027-webhooks.ts';
import * as auditFilters from './migrations/0028-audit-filters.ts';
import * as settings from './migrations/0029-settings.ts';
import * as storageCount from './migrations/0030-storage-count.ts';
import * as tokenRooms from './migrations/0031-token-rooms.ts';
import * as foldedNames from './migrations/0032-folded-names.ts';
import * as outsideMentions from './migrations/0033-outside-mentions.ts';
import * as roomRequests from './migrations/0034-room-requests.ts';
import * as noticeSessions from './migrations/0035-notice-sessions.ts';

/** In order of execution. A released migration never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-start': start,
  '0002-nodes': nodes,
  '0003-members-and-kinds': membersAndKinds,
  '0004-invites': invites,
  '0005-blocks': blocks,
  '0006-reaction-people': reactionPeople,
  '0007-workspace': workspace,
  '0008-room-options': roomOptions,
  '0009-edits-and-replies': editsAndReplies,
  '0010-mentions': mentions,
  '0011-removed-messages': removedMessages,
  '0012-pins-saved-files': pinsSavedFiles,
  '0013-reads': reads,
  '0014-reports': reports,
  '0015-requests': requests,
  '0016-account-deletions': accountDeletions,
  '0017-workspace-lists': workspaceLists,
  '0018-recovery': recovery,
  '0019-suspensions': suspensions,
  '0020-bots-and-tokens': botsAndTokens,
  '0021-notices': notices,
  '0022-two-step': twoStep,
  '0023-own-data': ownData,
  '0024-newest-invites': newestInvites,
  '0025-passkeys': passkeys,
  '0026-direct-activity': directActivity,
  '0027-webhooks': webhooks,
  '0028-audit-filters': auditFilters,
  '0029-settings': settings,
  '0030-storage-count': storageCount,
  '0031-token-rooms': tokenRooms,
  '0032-folded-names': foldedNames,
  '0033-outside-mentions': outsideMentions,
  '0034-room-requests': roomRequests,
  '0035-notice-sessions': noticeSessions,
};

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
/** Other servers may use the tables: then the migration starts again, for at most this time. */
const MAX_LOCK_WAIT_MS = 60_000;
const MAX_RETRY_DELAY_MS = 500;
export const LOCK_ID = '3853314791062309107';

/**
 * Statements may take long, but wait only briefly for the locks of others. All later statements on a table wait behind a
 * waiting one, and after PostgreSQL's `deadlock_timeout` of 1 s one of them would fail.
 */
export class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await setTimeouts(db, { lock_timeout: '30s', statement_timeout: '0', transaction_timeout: '0' });
    await sql`select pg_advisory_lock(${sql.lit(LOCK_ID)})`.execute(db);
    await setTimeouts(db, { lock_timeout: '100ms' });
  }

  override async releaseMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)})`.execute(db);
  }
}

/** Ignores settings that the server's version lacks. */
export async function setTimeouts(
  db: QueryExecutorProvider,
  timeouts: Record<string, string>,
): Promise<void> {
  for (const [name, value] of Object.entries(timeouts))
    await sql`select set_config(name, ${value}, false) from pg_settings where name = ${name}`.execute(db);
}

/** Migrates the database to the newest schema, or leaves it unchanged. Throws a `StartError` if that fails. */
export async function migrate(db: Db): Promise<void> {
  const getMigrations = async () => ({ ...MIGRATIONS, ...(await listNewerMigrations(db)) });
  const migrator = new Migrator({ db, provider: { getMigrations } });
  const end = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (!error) break;
    if (!isBlocked(error) || performance.now() > end) throw toStartError(error);
    await wait(Math.random() * MAX_RETRY_DELAY_MS);
  }
  await ensureEpoch(db);
}

function isBlocked(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(getSqlState(error) ?? '');
}

/**
 * Those that a server of the next release has executed. It only adds to the schema, so this release works on it until
 * `raiseOldestRelease`, which every connection checks.
 */
async function listNewerMigrations(db: Db): Promise<Record<string, Migration>> {
  const newest = Object.keys(MIGRATIONS).at(-1);
  const { rows } = await sql<{ name: string }>`
    select "name" from "kysely_migration" where "name" > ${newest} collate "C"`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => {} }]));
}

function toStartError(error: unknown): StartError {
  const state = getSqlState(error);
  if (state === INSUFFICIENT_PRIVILEGE)
    return new StartError('The role in DATABASE_URL may not create tables in the schema "public".');
  if (isBlocked(error))
    return new StartError(
      'Another server or a backup uses the database, so it cannot be upgraded. Try again.',
    );
  const message = error instanceof Error ? error.message : String(error);
  return new StartError(`The database could not be upgraded: ${message}`);
}

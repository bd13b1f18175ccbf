import { sql } from 'kysely';
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration';
import { StartError } from '../../start-error.ts';
import { ensureEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import * as start from './migrations/0001-start.ts';
import * as presence from './migrations/0002-presence.ts';
import * as files from './migrations/0003-files.ts';
import * as quota from './migrations/0004-quota.ts';
import * as search from './migrations/0005-search.ts';
import * as roomList from './migrations/0006-room-list.ts';
import * as bounds from './migrations/0007-bounds.ts';
import * as reactionsAndMembers from './migrations/0008-reactions-and-members.ts';
import * as jobs from './migrations/0009-jobs.ts';
import * as incarnations from './migrations/0010-incarnations.ts';
import * as membersAndKinds from './migrations/0011-members-and-kinds.ts';
import * as invites from './migrations/0012-invites.ts';
import * as blocks from './migrations/0013-blocks.ts';
import * as reactionPeople from './migrations/0014-reaction-people.ts';
import * as workspace from './migrations/0015-workspace.ts';
import * as roomOptions from './migrations/0016-room-options.ts';
import * as editsAndReplies from './migrations/0017-edits-and-replies.ts';
import * as mentions from './migrations/0018-mentions.ts';
import * as removedMessages from './migrations/0019-removed-messages.ts';
import * as pinsSavedFiles from './migrations/0020-pins-saved-files.ts';
import * as reads from './migrations/0021-reads.ts';
import * as reports from './migrations/0022-reports.ts';
import * as requests from './migrations/0023-requests.ts';
import * as accountDeletions from './migrations/0024-account-deletions.ts';
import * as workspaceLists from './migrations/0025-workspace-lists.ts';
import * as recovery from './migrations/0026-recovery.ts';
import * as suspensions from './migrations/0027-suspensions.ts';
import * as botsAndTokens from './migrations/0028-bots-and-tokens.ts';
import * as notices from './migrations/0029-notices.ts';
import * as joinedIndex from './migrations/0030-joined-index.ts';
import * as twoStep from './migrations/0031-two-step.ts';
import * as ownData from './migrations/0032-own-data.ts';
import * as newestInvites from './migrations/0033-newest-invites.ts';
import * as passkeys from './migrations/0034-passkeys.ts';
import * as directActivity from './migrations/0035-direct-activity.ts';
import * as webhooks from './migrations/0036-webhooks.ts';
import * as auditFilters from './migrations/0037-audit-filters.ts';
import * as settings from './migrations/0038-settings.ts';
import * as storageCount from './migrations/0039-storage-count.ts';
import * as tokenRooms from './migrations/0040-token-rooms.ts';
import * as foldedNames from './migrations/0041-folded-names.ts';
import * as outsideMentions from './migrations/0042-outside-mentions.ts';
import * as roomRequests from './migrations/0043-room-requests.ts';
import * as noticeSessions from './migrations/0044-notice-sessions.ts';
import { takeUpgradeSnapshot } from './upgrade-snapshot.ts';

/** In order of execution. A released migration never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-start': start,
  '0002-presence': presence,
  '0003-files': files,
  '0004-quota': quota,
  '0005-search': search,
  '0006-room-list': roomList,
  '0007-bounds': bounds,
  '0008-reactions-and-members': reactionsAndMembers,
  '0009-jobs': jobs,
  '0010-incarnations': incarnations,
  '0011-members-and-kinds': membersAndKinds,
  '0012-invites': invites,
  '0013-blocks': blocks,
  '0014-reaction-people': reactionPeople,
  '0015-workspace': workspace,
  '0016-room-options': roomOptions,
  '0017-edits-and-replies': editsAndReplies,
  '0018-mentions': mentions,
  '0019-removed-messages': removedMessages,
  '0020-pins-saved-files': pinsSavedFiles,
  '0021-reads': reads,
  '0022-reports': reports,
  '0023-requests': requests,
  '0024-account-deletions': accountDeletions,
  '0025-workspace-lists': workspaceLists,
  '0026-recovery': recovery,
  '0027-suspensions': suspensions,
  '0028-bots-and-tokens': botsAndTokens,
  '0029-notices': notices,
  '0030-joined-index': joinedIndex,
  '0031-two-step': twoStep,
  '0032-own-data': ownData,
  '0033-newest-invites': newestInvites,
  '0034-passkeys': passkeys,
  '0035-direct-activity': directActivity,
  '0036-webhooks': webhooks,
  '0037-audit-filters': auditFilters,
  '0038-settings': settings,
  '0039-storage-count': storageCount,
  '0040-token-rooms': tokenRooms,
  '0041-folded-names': foldedNames,
  '0042-outside-mentions': outsideMentions,
  '0043-room-requests': roomRequests,
  '0044-notice-sessions': noticeSessions,
};

export interface MigrateOptions {
  snapshotFolder?: string;
  migrations?: Record<string, Migration>;
}

/** Migrates the database to the newest schema, or leaves it unchanged. Throws a `StartError` if a migration fails. */
export async function migrate(
  db: Db,
  { snapshotFolder, migrations = MIGRATIONS }: MigrateOptions = {},
): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const next = findUpgrade(await migrator.getMigrations());
  const snapshot = snapshotFolder && next && (await takeSnapshot(db, snapshotFolder, next));
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find(result => result.status === 'Error');
    const line = `The database could not be upgraded (${failed?.migrationName}): ${getErrorMessage(error)}`;
    throw new StartError(
      snapshot ? `${line}. The database is unchanged, and ${snapshot} is a copy of it` : line,
    );
  }
  await ensureEpoch(db);
}

function findUpgrade(migrations: readonly MigrationInfo[]): string | undefined {
  const isNew = migrations.every(({ executedAt }) => !executedAt);
  return isNew ? undefined : migrations.find(({ executedAt }) => !executedAt)?.name;
}

async function takeSnapshot(db: Db, folder: string, migration: string): Promise<string> {
  try {
    return await takeUpgradeSnapshot(db, folder, migration);
  } catch (error) {
    throw new StartError(
      `The database was not upgraded, because it could not be copied first (${getErrorMessage(error)}).`,
    );
  }
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Compares the database with the migrations of this release. `last`: its last migration. */
export async function compareSchema(
  db: Db,
  migrations = MIGRATIONS,
): Promise<{ last: string; age: 'older' | 'same' | 'newer' }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = Object.keys(migrations);
  const last = rows.at(-1)?.name ?? '';
  if (rows.some(({ name }) => !known.includes(name))) return { last, age: 'newer' };
  return { last, age: rows.length < known.length ? 'older' : 'same' };
}

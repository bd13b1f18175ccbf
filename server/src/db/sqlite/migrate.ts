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
import { takeUpgradeSnapshot } from './upgrade-snapshot.ts';

/** In the order in which they run; a migration that has been released is never changed. */
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
};

export interface MigrateOptions {
  /** Where the database is kept as it was before an upgrade; without it, it is not. */
  snapshotFolder?: string;
  migrations?: Record<string, Migration>;
}

/**
 * Brings the database to the newest schema: wholly, or it stays as it was. Throws a `StartError` where a migration
 * fails.
 */
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
    const line = `The database could not be brought up to date (${failed?.migrationName}): ${getErrorMessage(error)}`;
    throw new StartError(snapshot ? `${line}. It is as it was, and a copy is ${snapshot}` : line);
  }
  await ensureEpoch(db);
}

/** The first migration that this database, which is no new one, has still to go through. */
function findUpgrade(migrations: readonly MigrationInfo[]): string | undefined {
  const isNew = migrations.every(({ executedAt }) => !executedAt);
  return isNew ? undefined : migrations.find(({ executedAt }) => !executedAt)?.name;
}

async function takeSnapshot(db: Db, folder: string, migration: string): Promise<string> {
  try {
    return await takeUpgradeSnapshot(db, folder, migration);
  } catch (error) {
    throw new StartError(
      `The database could not be copied before it is brought up to date (${getErrorMessage(error)}), and so was not.`,
    );
  }
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How a database stands to this Snug. `last`: the last migration that it went through. */
export async function compareSchema(db: Db): Promise<{ last: string; age: 'older' | 'same' | 'newer' }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = Object.keys(MIGRATIONS);
  const last = rows.at(-1)?.name ?? '';
  if (rows.some(({ name }) => !known.includes(name))) return { last, age: 'newer' };
  return { last, age: rows.length < known.length ? 'older' : 'same' };
}

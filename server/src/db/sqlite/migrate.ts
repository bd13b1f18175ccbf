import { sql } from 'kysely';
import { type Migration, type MigrationInfo, Migrator } from 'kysely/migration';
import { StartError } from '../../base/start-error.ts';
import { ensureEpoch } from '../epoch.ts';
import { SQLITE } from '../migrations/dialect.ts';
import { createMigrations } from '../migrations/migrations.ts';
import { findReplaced, replaceMigrations } from '../migrations/replaced.ts';
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
import { describeFailure } from './sqlite.ts';
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
  ...createMigrations(SQLITE),
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
  await replaceMigrations(db, 'sqlite');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const next = findUpgrade(await migrator.getMigrations());
  const snapshot = snapshotFolder && next && (await takeSnapshot(db, snapshotFolder, next));
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find(result => result.status === 'Error');
    const step = failed ? `, at ${failed.migrationName}` : '';
    const line = `The database could not be upgraded${step} ${describeFailure(error)}`;
    throw new StartError(
      snapshot ? `${line} The database is unchanged, and ${snapshot} is a copy of it.` : line,
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
      `The database was not upgraded, because it could not be copied first ${describeFailure(error)}`,
    );
  }
}

/** Compares the database with the migrations of this release. `last`: its last migration. */
export async function compareSchema(
  db: Db,
  migrations = MIGRATIONS,
): Promise<{ last: string; age: 'older' | 'unfinished' | 'same' | 'newer' }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = rows.map(({ name }) => name);
  const known = Object.keys(migrations);
  const last = names.at(-1) ?? '';
  const replaced = findReplaced(names);
  if (replaced !== 'none') return { last, age: replaced === 'all' ? 'older' : 'unfinished' };
  if (names.some(name => !known.includes(name))) return { last, age: 'newer' };
  return { last, age: names.length < known.length ? 'older' : 'same' };
}

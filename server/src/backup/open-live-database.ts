import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { readEpoch } from '../db/epoch.ts';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { isRestoreInterrupted } from '../db/sqlite/restore-activation.ts';
import { snapshotDatabase } from '../db/sqlite/snapshot.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import { SECRET } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { assertOwnSchema } from './checks.ts';
import type { LiveDatabase, SnapshotOptions } from './live-database.ts';

export interface LiveDatabaseOptions extends SnapshotOptions {
  data: string;
  /** Instead of the database in the data folder. */
  databaseUrl: string | undefined;
}

/** Throws a `BackupError`, or a `StartError`, if there is no database. */
export async function openLiveDatabase(options: LiveDatabaseOptions): Promise<LiveDatabase> {
  const { data, databaseUrl } = options;
  if (databaseUrl === undefined) return openDataFolder(data);
  const { openPostgresLive } = await import('./postgres-live.ts');
  return openPostgresLive(databaseUrl, options);
}

function openDataFolder(data: string): LiveDatabase {
  if (!existsSync(join(data, DATABASE))) throw new BackupError(`There is no database in ${data}.`);
  if (isRestoreInterrupted(data))
    throw new BackupError('A restore was interrupted: start Snug to finish it.');
  const db = openSqlite(join(data, DATABASE), { readOnly: true });
  return {
    db,
    secretPath: join(data, SECRET),
    async takeSnapshot(path) {
      await assertOwnSchema(db);
      await snapshotDatabase(db, path);
    },
    async freeze() {
      await assertOwnSchema(db);
      await db.executeQuery(CompiledQuery.raw('begin'));
      // The first read is the moment.
      await readEpoch(db);
    },
    close: () => db.destroy(),
  };
}

import { randomUUID } from 'node:crypto';
import { Migrator } from 'kysely/migration';
import { StartError } from '../settings.ts';
import * as start from './migrations/0001-start.ts';
import * as presence from './migrations/0002-presence.ts';
import * as files from './migrations/0003-files.ts';
import type { Db } from './schema.ts';

/** In the order in which they run; a migration that has been released is never changed. */
const MIGRATIONS = { '0001-start': start, '0002-presence': presence, '0003-files': files };

/** Brings the database to the newest schema. Throws a `StartError` where a migration fails. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find(result => result.status === 'Error');
    throw new StartError(
      `The database could not be brought up to date (${failed?.migrationName}): ${describe(error)}`,
    );
  }
  await db
    .insertInto('meta')
    .values({ key: 'epoch', value: randomUUID() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The id of this database's history. It changes when a backup is restored; clients then start over. */
export async function readEpoch(db: Db): Promise<string> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, restrictToOwner } from '../../base/private-files.ts';
import { StartError } from '../../base/start-error.ts';
import type { Db } from '../schema.ts';
import { disableAutoCheckpoint } from './checkpoint.ts';
import { lockFolder } from './folder-lock.ts';
import { compareSchema, migrate } from './migrate.ts';
import { recoverRestore } from './restore-activation.ts';
import { describeFailure, openSqlite } from './sqlite.ts';

export const DATABASE = 'snug.db';

export interface DataFolder {
  path: string;
  db: Db;
  restoreOutcome: ReturnType<typeof recoverRestore>;
  /** Call it after closing `db`. */
  readonly unlock: () => void;
}

/** Locks the folder for this process and migrates its database. Throws a `StartError` if that fails. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  createDataFolder(folder);
  const path = join(folder, DATABASE);
  try {
    const unlock = lockFolder(folder);
    if (!unlock)
      throw new StartError(
        `Another Snug runs on the data folder ${folder}. Stop it, or set SNUG_DATA to another folder.`,
      );
    restrictToOwner(folder);
    const restoreOutcome = recoverRestore(folder);
    const db = openSqlite(path);
    await migrate(db, { snapshotFolder: join(folder, 'snapshots') });
    return { path, db, restoreOutcome, unlock };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${path} cannot be opened ${describeFailure(error)}`);
  }
}

/** Opens the database without the lock, while a server may run on it. */
export function openDatabase(folder: string, options?: Parameters<typeof openSqlite>[1]): Db {
  return openSqlite(join(folder, DATABASE), options);
}

/**
 * Opens the database for a short change by another process, while a server may run on it. SQLite's own lock orders the two.
 * Checkpoints stay with the server, which reports their failures. Throws a `StartError`.
 */
export async function openBesideServer(folder: string): Promise<Db> {
  if (!existsSync(join(folder, DATABASE))) throw new StartError(`There is no database in ${folder}.`);
  const db = openSqlite(join(folder, DATABASE));
  await disableAutoCheckpoint(db);
  if ((await compareSchema(db)).age === 'same') return db;
  await db.destroy();
  throw new StartError('The database belongs to another release. Start this release once, and try again.');
}

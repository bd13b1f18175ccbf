import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers } from '../../private-files.ts';
import { codeOf, StartError } from '../../start-error.ts';
import type { Db } from '../schema.ts';
import { DATABASE } from './backup/archive.ts';
import { settleRestore } from './backup/restore-activation.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

export interface DataFolder {
  /** Of the database. */
  path: string;
  db: Db;
  /** What became of a restore that was interrupted. */
  settled: ReturnType<typeof settleRestore>;
  /** Lets another process have the folder, after `db` is closed. */
  readonly unlock: () => void;
}

/**
 * Takes the data folder for this process and opens its database for writing, made and brought up to date where needed.
 * Throws a `StartError` where that cannot be.
 */
export async function openData(folder: string): Promise<DataFolder> {
  makeFolder(folder);
  const path = join(folder, DATABASE);
  try {
    const unlock = lockFolder(folder);
    if (!unlock) throw new StartError(`Another Snug runs on the data folder ${folder}.`);
    closeToOthers(folder);
    const settled = settleRestore(folder);
    const db = openSqlite(path);
    await migrate(db, { snapshots: join(folder, 'snapshots') });
    return { path, db, settled, unlock };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${path} cannot be opened (${messageOf(error)}).`);
  }
}

/** The database of a data folder, beside whatever runs on it. */
export function openDatabase(folder: string, options?: Parameters<typeof openSqlite>[1]): Db {
  return openSqlite(join(folder, DATABASE), options);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written to (${codeOf(error)}).`);
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

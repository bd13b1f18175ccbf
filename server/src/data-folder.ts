import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from './db/migrate.ts';
import type { Db } from './db/schema.ts';
import { openSqlite } from './db/sqlite.ts';
import { StartError } from './settings.ts';

/** Opens the data folder's database for writing, made and brought up to date where needed. */
export async function openData(folder: string): Promise<{ path: string; db: Db }> {
  makeFolder(folder);
  const path = join(folder, 'snug.db');
  try {
    const db = openSqlite(path);
    await migrate(db);
    return { path, db };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database ${path} cannot be opened (${error instanceof Error ? error.message : codeOf(error)}).`,
    );
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be written to (${codeOf(error)}).`);
  }
}

/** The operating system's name for what went wrong, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openDataFolder } from '../db/open.ts';

interface DatabaseFile {
  name: string;
  bytes: Uint8Array;
}

/** Once per process, because migrating a database takes six times as long as opening a copy. */
let empty: Promise<DatabaseFile> | undefined;

/** Stores an empty, migrated database in a folder. All of these have the same epoch. Returns its path. */
export async function writeEmptyDatabase(folder: string): Promise<string> {
  empty ??= createEmptyDatabase();
  const { name, bytes } = await empty;
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function createEmptyDatabase(): Promise<DatabaseFile> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-empty-'));
  try {
    const { db, path, unlock } = await openDataFolder(folder);
    await db.destroy();
    unlock();
    return { name: basename(path), bytes: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

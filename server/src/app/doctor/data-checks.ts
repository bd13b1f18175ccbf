import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { nameCommand } from '../../base/command-name.ts';
import { assertUsable } from '../../base/owned-files.ts';
import { getErrorCode, StartError } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import { type LastBackup, readLastBackup } from '../../db/last-backup.ts';
import { type DatabaseLocation, isNetworkFileSystem, openReader } from '../../db/open.ts';
import { hasFreeSpace, readDiskSpace } from '../../files/disk-space.ts';
import type { Check, Result } from './finding.ts';

const GIGABYTE = 1e9;
const DAY_MS = 86_400_000;
const MAX_BACKUP_DAYS = 2;

const SPACE_HINT = 'Free some space, or use a larger disk.';
const WRITE_HINTS: Readonly<Record<string, string>> = {
  ENOSPC: SPACE_HINT,
  EDQUOT: 'Raise the quota of the user that runs Snug, or free some space.',
  EROFS: 'Mount its file system for writing, or name another folder in SNUG_DATA.',
};

export function createDataCheck({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): Check {
  return {
    name: 'data',
    async run() {
      if (!existsSync(data)) return checkParent(data);
      const obstacle = findObstacle(data);
      if (obstacle !== undefined) return { status: 'fail', text: obstacle };
      const problem = await tryToWrite(data);
      if (problem !== undefined)
        return {
          status: 'fail',
          text: `Snug cannot write to ${data} (${problem}).`,
          next: WRITE_HINTS[problem] ?? 'Check the disk.',
        };
      const space = await readDiskSpace(data);
      const free = `${(space.free / GIGABYTE).toFixed(1)} GB are free in ${data}.`;
      if (!hasFreeSpace(space, 0))
        return {
          status: 'warn',
          text: `${free} Snug takes no files.`,
          next: SPACE_HINT,
        };
      if (databaseUrl === undefined && isNetworkFileSystem(await statfs(data)))
        return {
          status: 'warn',
          text: `${data} is on a network file system, where the locks of the database are not reliable.`,
          next: 'Use a local disk, or PostgreSQL (DATABASE_URL).',
        };
      return { status: 'ok', text: free };
    },
  };
}

/** Why this user cannot use the folder. */
function findObstacle(data: string): string | undefined {
  try {
    assertUsable(data);
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    return `${data} is no folder that Snug can use (${getErrorCode(error)}). Enter another one in SNUG_DATA.`;
  }
}

/** For checks of what is in the folder: the folder's own check names the obstacle. */
export function ifUsable(data: string, { run, ...check }: Check): Check {
  const text = 'Not checked, because the data folder cannot be used.';
  const isUnusable = () => existsSync(data) && findObstacle(data) !== undefined;
  return { ...check, run: async () => (isUnusable() ? { status: 'skipped', text } : run()) };
}

async function checkParent(data: string): Promise<Result> {
  let parent = dirname(data);
  while (!existsSync(parent)) parent = dirname(parent);
  try {
    // Only a folder can have this name.
    await access(`${parent}${sep}`, constants.W_OK);
    return { status: 'ok', text: `${data} does not exist yet. The first start creates it.` };
  } catch (error) {
    return {
      status: 'fail',
      text: `${data} does not exist, and Snug may not create it (${getErrorCode(error)}).`,
      next: 'Create it for the user that runs Snug.',
    };
  }
}

/** Like a stored file: written, synced, renamed, removed. Returns the reason of a failure. */
async function tryToWrite(folder: string): Promise<string | undefined> {
  const path = join(folder, `doctor-${randomUUID()}`);
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile('doctor');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path, `${path}.moved`);
    return undefined;
  } catch (error) {
    return getErrorCode(error) || String(error);
  } finally {
    await Promise.all([rm(path, { force: true }), rm(`${path}.moved`, { force: true })]).catch(
      () => undefined,
    );
  }
}

export function createBackupCheck(
  { data, databaseUrl, secret }: Pick<Config, 'data' | 'databaseUrl' | 'secret'>,
  now = Date.now,
): Check {
  return ifUsable(data, {
    name: 'backup',
    async run() {
      const next = `Back up every day: ${nameCommand('backup', 'FOLDER --keep 14')}`;
      const backup = await findLastBackup({ data, databaseUrl });
      if (!backup) return { status: 'warn', text: 'No backup is known.', next };
      const days = Math.floor((now() - backup.at) / DAY_MS);
      const text = `The last one is from ${new Date(backup.at).toISOString()}.`;
      if (days >= MAX_BACKUP_DAYS) return { status: 'warn', text, next };
      const hint = secret === undefined ? '' : ' It does not contain SNUG_SECRET: keep that elsewhere, too.';
      return { status: 'ok', text: text + hint };
    },
  });
}

/** Another check reports a database that cannot be read. */
async function findLastBackup(location: DatabaseLocation): Promise<LastBackup | undefined> {
  try {
    const db = await openReader(location);
    try {
      return await readLastBackup(db);
    } finally {
      await db.destroy();
    }
  } catch {
    return undefined;
  }
}

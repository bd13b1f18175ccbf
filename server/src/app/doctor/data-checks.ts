import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameCommand } from '../../base/command-name.ts';
import { assertUsable } from '../../base/owned-files.ts';
import { getErrorCode, StartError } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import { isNetworkFileSystem } from '../../db/open.ts';
import { hasFreeSpace, readDiskSpace } from '../../files/disk-space.ts';
import type { Check } from './finding.ts';

const GIGABYTE = 1e9;
const DAY_MS = 86_400_000;
const MAX_BACKUP_DAYS = 2;

export function createDataCheck({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): Check {
  return {
    name: 'data',
    async run() {
      if (!existsSync(data)) return checkParent(data);
      try {
        assertUsable(data);
      } catch (error) {
        if (error instanceof StartError) return { status: 'fail', text: error.message };
        throw error;
      }
      const problem = await tryToWrite(data);
      if (problem !== undefined)
        return {
          status: 'fail',
          text: `Snug cannot write to ${data} (${problem}).`,
          next: 'Check the disk.',
        };
      const space = await readDiskSpace(data);
      const free = `${(space.free / GIGABYTE).toFixed(1)} GB are free in ${data}.`;
      if (!hasFreeSpace(space, 0))
        return {
          status: 'warn',
          text: `${free} Snug takes no files.`,
          next: 'Free some space, or use a larger disk.',
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

async function checkParent(data: string): ReturnType<Check['run']> {
  let parent = dirname(data);
  while (!existsSync(parent)) parent = dirname(parent);
  try {
    await access(parent, constants.W_OK);
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

export function createBackupCheck({ data }: Pick<Config, 'data'>, now = Date.now): Check {
  return {
    name: 'backup',
    async run() {
      const next = `Back up every day: ${nameCommand('backup', 'FOLDER --keep 14')}`;
      const backup = await readLastBackup(data);
      if (!backup) return { status: 'warn', text: 'No backup is known.', next };
      const days = Math.floor((now() - backup.at) / DAY_MS);
      const text = `The last one is from ${new Date(backup.at).toISOString()}.`;
      return days >= MAX_BACKUP_DAYS ? { status: 'warn', text, next } : { status: 'ok', text };
    },
  };
}

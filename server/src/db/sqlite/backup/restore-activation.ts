import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toFileTimestamp } from '../../../file-timestamp.ts';
import { syncFolder } from '../../../sync-folder.ts';
import { BackupError } from './backup-error.ts';

// A data folder is often a mounted disk, which cannot be renamed itself, so its contents change places. Where a restore
// is, is told by the name of one folder in it, and each next name is one rename, which is done or is not:
//   restore.partial   it is being unpacked and checked, and nothing else has changed
//   restore-<time>    it is whole, and what it replaces goes to before-restore-<time>
//   restored-<time>   that is done, and it takes the place
const PARTIAL = 'restore.partial';
const COMPLETE_NAME = /^restore-(\d{8}T\d{6}Z)$/;
const ACTIVATING_NAME = /^restored-(\d{8}T\d{6}Z)$/;

/** What a restore replaces. */
const REPLACED_ENTRIES = ['snug.db-shm', 'snug.db-wal', 'snug.db', 'files', 'secret'];

/** Renames; for tests, which end in the middle. */
export type Rename = (from: string, to: string) => void;

/** An empty folder to unpack a backup into. */
export function createPartialFolder(data: string): string {
  const path = join(data, PARTIAL);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}

export function removePartialFolder(data: string): void {
  rmSync(join(data, PARTIAL), { recursive: true, force: true });
}

/**
 * Puts what was unpacked in its place. Answers with the folder in which what was there before is now; undefined where
 * nothing was.
 */
export function activateRestore(data: string, now: Date, rename: Rename = renameSync): string | undefined {
  const { dev } = statSync(data);
  const foreign = REPLACED_ENTRIES.find(
    name => existsSync(join(data, name)) && statSync(join(data, name)).dev !== dev,
  );
  if (foreign) throw new BackupError(`${join(data, foreign)} is on another disk than its folder.`);
  const time = findFreeTimestamp(data, now);
  syncFolder(join(data, PARTIAL));
  rename(join(data, PARTIAL), join(data, `restore-${time}`));
  syncFolder(data);
  finishActivation(data, rename);
  const aside = getPreviousDataFolder(data, time);
  return existsSync(aside) ? aside : undefined;
}

/**
 * Ends what a restore that was killed began: it is `finished` where the backup was unpacked wholly and checked by then,
 * and `abandoned` where it was not.
 */
export function recoverRestore(
  data: string,
  rename: Rename = renameSync,
): 'finished' | 'abandoned' | undefined {
  if (finishActivation(data, rename)) return 'finished';
  if (!existsSync(join(data, PARTIAL))) return undefined;
  removePartialFolder(data);
  return 'abandoned';
}

/** Whether a restore was killed while things changed places. */
export function isRestoreInterrupted(data: string): boolean {
  return Boolean(findTimestamp(data, COMPLETE_NAME) ?? findTimestamp(data, ACTIVATING_NAME));
}

function finishActivation(data: string, rename: Rename): boolean {
  const whole = findTimestamp(data, COMPLETE_NAME);
  if (whole) {
    moveAside(data, getPreviousDataFolder(data, whole), rename);
    rename(join(data, `restore-${whole}`), join(data, `restored-${whole}`));
    syncFolder(data);
  }
  const time = findTimestamp(data, ACTIVATING_NAME);
  if (!time) return false;
  const folder = join(data, `restored-${time}`);
  for (const name of readdirSync(folder)) rename(join(folder, name), join(data, name));
  syncFolder(data);
  rmdirSync(folder);
  return true;
}

function moveAside(data: string, aside: string, rename: Rename): void {
  for (const name of REPLACED_ENTRIES) {
    if (!existsSync(join(data, name))) continue;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    rename(join(data, name), join(aside, name));
  }
  if (existsSync(aside)) syncFolder(aside);
  syncFolder(data);
}

function getPreviousDataFolder(data: string, time: string): string {
  return join(data, `before-restore-${time}`);
}

/** Now, or the first second after it that no restore had before. */
function findFreeTimestamp(data: string, now: Date): string {
  const time = toFileTimestamp(now);
  return existsSync(getPreviousDataFolder(data, time))
    ? findFreeTimestamp(data, new Date(now.getTime() + 1_000))
    : time;
}

function findTimestamp(data: string, state: RegExp): string | undefined {
  for (const name of readdirSync(data)) {
    const [, time] = state.exec(name) ?? [];
    if (time) return time;
  }
  return undefined;
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileTime } from '../../../file-timestamp.ts';
import { syncFolder } from '../../../sync-folder.ts';
import { BackupError } from './backup-error.ts';

// A data folder is often a mounted disk, which cannot be renamed itself, so its contents change places. Where a restore
// is, is told by the name of one folder in it, and each next name is one rename, which is done or is not:
//   restore.partial   it is being unpacked and checked, and nothing else has changed
//   restore-<time>    it is whole, and what it replaces goes to before-restore-<time>
//   restored-<time>   that is done, and it takes the place
const PARTIAL = 'restore.partial';
const WHOLE = /^restore-(\d{8}T\d{6}Z)$/;
const TAKING_PLACE = /^restored-(\d{8}T\d{6}Z)$/;

/** What a restore replaces. */
const REPLACED = ['snug.db-shm', 'snug.db-wal', 'snug.db', 'files', 'secret'];

/** Renames; for tests, which end in the middle. */
export type Rename = (from: string, to: string) => void;

/** An empty folder to unpack a backup into. */
export function makePartial(data: string): string {
  const path = join(data, PARTIAL);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}

export function removePartial(data: string): void {
  rmSync(join(data, PARTIAL), { recursive: true, force: true });
}

/**
 * Puts what was unpacked in its place. Answers with the folder in which what was there before is now; undefined where
 * nothing was.
 */
export function putInPlace(data: string, now: Date, rename: Rename = renameSync): string | undefined {
  const { dev } = statSync(data);
  const foreign = REPLACED.find(
    name => existsSync(join(data, name)) && statSync(join(data, name)).dev !== dev,
  );
  if (foreign) throw new BackupError(`${join(data, foreign)} is on another disk than its folder.`);
  const time = freeTime(data, now);
  syncFolder(join(data, PARTIAL));
  rename(join(data, PARTIAL), join(data, `restore-${time}`));
  syncFolder(data);
  finish(data, rename);
  const aside = asideFolder(data, time);
  return existsSync(aside) ? aside : undefined;
}

/**
 * Ends what a restore that was killed began: it is `finished` where the backup was unpacked wholly and checked by then,
 * and `abandoned` where it was not.
 */
export function settleRestore(
  data: string,
  rename: Rename = renameSync,
): 'finished' | 'abandoned' | undefined {
  if (finish(data, rename)) return 'finished';
  if (!existsSync(join(data, PARTIAL))) return undefined;
  removePartial(data);
  return 'abandoned';
}

/** Whether a restore was killed while things changed places. */
export function isBetween(data: string): boolean {
  return Boolean(timeOf(data, WHOLE) ?? timeOf(data, TAKING_PLACE));
}

function finish(data: string, rename: Rename): boolean {
  const whole = timeOf(data, WHOLE);
  if (whole) {
    setAside(data, asideFolder(data, whole), rename);
    rename(join(data, `restore-${whole}`), join(data, `restored-${whole}`));
    syncFolder(data);
  }
  const time = timeOf(data, TAKING_PLACE);
  if (!time) return false;
  const folder = join(data, `restored-${time}`);
  for (const name of readdirSync(folder)) rename(join(folder, name), join(data, name));
  syncFolder(data);
  rmdirSync(folder);
  return true;
}

function setAside(data: string, aside: string, rename: Rename): void {
  for (const name of REPLACED) {
    if (!existsSync(join(data, name))) continue;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    rename(join(data, name), join(aside, name));
  }
  if (existsSync(aside)) syncFolder(aside);
  syncFolder(data);
}

function asideFolder(data: string, time: string): string {
  return join(data, `before-restore-${time}`);
}

/** Now, or the first second after it that no restore had before. */
function freeTime(data: string, now: Date): string {
  const time = fileTime(now);
  return existsSync(asideFolder(data, time)) ? freeTime(data, new Date(now.getTime() + 1_000)) : time;
}

function timeOf(data: string, state: RegExp): string | undefined {
  for (const name of readdirSync(data)) {
    const [, time] = state.exec(name) ?? [];
    if (time) return time;
  }
  return undefined;
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toFileTimestamp } from '../../base/file-timestamp.ts';
import { StartError } from '../../base/start-error.ts';
import { syncFolder } from '../../base/sync-folder.ts';

// A data folder is often a mounted disk, which cannot be renamed, so its contents are. The name of one folder in it stores
// the state of a restore, and each transition is one atomic rename:
//   restore.partial   unpacking and checking; nothing else has changed
//   restore-<time>    complete; the replaced entries move to before-restore-<time>
//   restored-<time>   the replaced entries have moved; the restored ones move in
// A restore without a folder of files leaves the previous one.
const PARTIAL = 'restore.partial';
const COMPLETE_NAME = /^restore-(\d{8}T\d{6}Z)$/;
const ACTIVATING_NAME = /^restored-(\d{8}T\d{6}Z)$/;

const FILES = 'files';
const REPLACED_ENTRIES = ['snug.db-shm', 'snug.db-wal', 'snug.db', FILES, 'secret'];

export type Rename = (from: string, to: string) => void;

export function createPartialFolder(data: string): string {
  const path = join(data, PARTIAL);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: 0o700 });
  return path;
}

export function removePartialFolder(data: string): void {
  rmSync(join(data, PARTIAL), { recursive: true, force: true });
}

/** Replaces the data with the unpacked backup. Returns the folder with the previous data, or undefined if there was none. */
export function activateRestore(data: string, now: Date, rename: Rename = renameSync): string | undefined {
  const { dev } = statSync(data);
  const foreign = listReplaced(join(data, PARTIAL)).find(
    name => existsSync(join(data, name)) && statSync(join(data, name)).dev !== dev,
  );
  if (foreign) throw new StartError(`${join(data, foreign)} is on another disk than its folder.`);
  const time = findFreeTimestamp(data, now);
  syncFolder(join(data, PARTIAL));
  rename(join(data, PARTIAL), join(data, `restore-${time}`));
  syncFolder(data);
  finishActivation(data, rename);
  const aside = getPreviousDataFolder(data, time);
  return existsSync(aside) ? aside : undefined;
}

/** Recovers from a killed restore: `finished` if the backup was already unpacked and checked, otherwise `abandoned`. */
export function recoverRestore(
  data: string,
  rename: Rename = renameSync,
): 'finished' | 'abandoned' | undefined {
  if (finishActivation(data, rename)) return 'finished';
  if (!existsSync(join(data, PARTIAL))) return undefined;
  removePartialFolder(data);
  return 'abandoned';
}

/** Whether a restore was killed during the activation. */
export function isRestoreInterrupted(data: string): boolean {
  return Boolean(findTimestamp(data, COMPLETE_NAME) ?? findTimestamp(data, ACTIVATING_NAME));
}

function finishActivation(data: string, rename: Rename): boolean {
  const whole = findTimestamp(data, COMPLETE_NAME);
  if (whole) {
    moveAside(data, whole, rename);
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

/** The names that the restored entries in `folder` replace. */
function listReplaced(folder: string): string[] {
  const hasFiles = existsSync(join(folder, FILES));
  return REPLACED_ENTRIES.filter(name => name !== FILES || hasFiles);
}

function moveAside(data: string, time: string, rename: Rename): void {
  const aside = getPreviousDataFolder(data, time);
  for (const name of listReplaced(join(data, `restore-${time}`))) {
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

/** The first unused second from `now` on. */
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

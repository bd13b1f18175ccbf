import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../../sync-folder.ts';
import { openSqlite } from '../sqlite.ts';
import { DATABASE } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { type PackResult, pack } from './pack.ts';
import { isRestoreInterrupted } from './restore-activation.ts';

export interface BackupOptions {
  /** The data folder. */
  data: string;
  /** The archive, which must not be there yet. */
  path: string;
  now: Date;
  /** `share`: how much is done, 0 to 1. */
  onProgress: (share: number) => void;
}

export interface BackupReport extends PackResult {
  /** Of the archive. */
  bytes: number;
}

/**
 * Writes one archive of everything in a data folder, whether or not a server runs on it. Throws a `BackupError`, or what
 * the disk says; then nothing is left of it.
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { data, path } = options;
  if (existsSync(path)) throw new BackupError(`${path} is there already.`);
  if (!existsSync(join(data, DATABASE))) throw new BackupError(`There is no database in ${data}.`);
  if (isRestoreInterrupted(data))
    throw new BackupError('A restore was interrupted: start Snug, which ends it.');
  const file = await openPartial(path);
  try {
    const packed = await packAll(file, options);
    const { size: bytes } = await file.stat();
    // Not before it is whole, so that half a backup is never taken for one.
    await rename(getPartialPath(path), path);
    syncFolder(dirname(path));
    return { ...packed, bytes };
  } finally {
    await file.close();
    await Promise.all(listLeftovers(path).map(leftover => rm(leftover, { force: true })));
  }
}

/** What a backup to `path` that was interrupted leaves. */
export function listLeftovers(path: string): string[] {
  return [getPartialPath(path), ...['', '-journal', '-wal', '-shm'].map(end => getSnapshotPath(path) + end)];
}

function getPartialPath(path: string): string {
  return `${path}.partial`;
}

function getSnapshotPath(path: string): string {
  return `${path}.partial.db`;
}

async function openPartial(path: string): Promise<FileHandle> {
  const partial = getPartialPath(path);
  try {
    return await open(partial, 'wx', 0o600);
  } catch (error) {
    if (!existsSync(partial)) throw error;
    throw new BackupError(`${partial} is there: another backup is being made, or one was killed; remove it.`);
  }
}

async function packAll(file: FileHandle, { data, path, ...options }: BackupOptions) {
  const live = openSqlite(join(data, DATABASE), { readOnly: true });
  try {
    // Of one that was killed: its archive was removed by hand since.
    await rm(getSnapshotPath(path), { force: true });
    return await pack(file, { data, live, snapshotPath: getSnapshotPath(path), ...options });
  } finally {
    await live.destroy();
  }
}

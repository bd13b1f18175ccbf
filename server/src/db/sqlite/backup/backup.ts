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
  data: string;
  /** The archive, which must not exist yet. */
  path: string;
  now: Date;
  /** `share`: progress from 0 to 1. */
  onProgress: (share: number) => void;
}

export interface BackupReport extends PackResult {
  /** Size of the archive. */
  bytes: number;
}

/**
 * Writes one archive of a data folder, with or without a running server. Throws a `BackupError`, or an error of the disk,
 * and then leaves no files.
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { data, path } = options;
  if (existsSync(path)) throw new BackupError(`${path} already exists.`);
  if (!existsSync(join(data, DATABASE))) throw new BackupError(`There is no database in ${data}.`);
  if (isRestoreInterrupted(data))
    throw new BackupError('A restore was interrupted: start Snug to finish it.');
  const file = await openPartial(path);
  try {
    const packed = await packAll(file, options);
    const { size: bytes } = await file.stat();
    // Only after it is complete, so that half a backup never looks like a whole one.
    await rename(getPartialPath(path), path);
    syncFolder(dirname(path));
    return { ...packed, bytes };
  } finally {
    await file.close();
    await Promise.all(listLeftovers(path).map(leftover => rm(leftover, { force: true })));
  }
}

/** Files that an interrupted backup to `path` leaves. */
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
    throw new BackupError(
      `${partial} exists: another backup is running, or one was killed. If none is running, remove it.`,
    );
  }
}

async function packAll(file: FileHandle, { data, path, ...options }: BackupOptions) {
  const live = openSqlite(join(data, DATABASE), { readOnly: true });
  try {
    // From a killed backup whose archive was removed by hand.
    await rm(getSnapshotPath(path), { force: true });
    return await pack(file, { data, live, snapshotPath: getSnapshotPath(path), ...options });
  } finally {
    await live.destroy();
  }
}

import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import type { LiveDatabase } from './live-database.ts';
import { type LiveDatabaseOptions, openLiveDatabase } from './open-live-database.ts';
import { type PackResult, pack } from './pack.ts';

export interface BackupOptions extends LiveDatabaseOptions {
  storage: FileStorage;
  withoutFiles?: boolean;
  path: string;
  now: Date;
  onProgress: (share: number) => void;
}

export interface BackupReport extends PackResult {
  bytes: number;
}

/** Throws a `BackupError`, an error of the disk or the database, or the signal's reason, and leaves no files. */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { path } = options;
  if (existsSync(path)) throw new BackupError(`${path} already exists.`);
  const live = await openLiveDatabase(options);
  try {
    return await writeArchive(live, options);
  } finally {
    await live.close();
  }
}

async function writeArchive(live: LiveDatabase, { path, ...options }: BackupOptions): Promise<BackupReport> {
  const file = await openPartial(path);
  try {
    const snapshotPath = getSnapshotPath(path);
    // From a killed backup whose archive was removed by hand.
    await rm(snapshotPath, { force: true });
    const packed = await pack(file, { live, snapshotPath, withoutFiles: false, ...options });
    const { size: bytes } = await file.stat();
    // Only after it is complete, so that half a backup never looks like a whole one.
    await rename(getPartialPath(path), path);
    syncFolder(dirname(path));
    return { ...packed, bytes };
  } catch (error) {
    // In place of the errors of interrupted operations.
    options.signal.throwIfAborted();
    throw error;
  } finally {
    await file.close();
    await Promise.all(listLeftovers(path).map(leftover => rm(leftover, { force: true })));
  }
}

function listLeftovers(path: string): string[] {
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

import { mkdirSync } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '../folder-lock.ts';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import {
  activateRestore,
  createPartialFolder,
  recoverRestore,
  removePartialFolder,
} from './restore-activation.ts';
import { prepareRestoredDatabase } from './restored-database.ts';
import { unpack } from './unpack.ts';

export interface RestoreOptions {
  data: string;
  path: string;
  now: Date;
  /** `share`: progress from 0 to 1. */
  onProgress: (share: number) => void;
}

export interface RestoreReport {
  manifest: Manifest;
  restoreOutcome: ReturnType<typeof recoverRestore>;
  /** The folder with the previous data; undefined if there was none. */
  previousDataFolder: string | undefined;
}

/**
 * Replaces the contents of a data folder with a backup, and keeps the previous data. Throws a `BackupError`, or an error of
 * the disk, and then changes nothing.
 */
export async function restore({ data, path, now, onProgress }: RestoreOptions): Promise<RestoreReport> {
  const file = await open(path);
  try {
    const archive = await readArchive(file);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(data);
    if (!unlock) throw new BackupError(`Snug runs on the data folder ${data}: stop it first.`);
    try {
      const restoreOutcome = recoverRestore(data);
      const previousDataFolder = await replaceData(data, file, archive, now, onProgress);
      return { manifest: archive.manifest, restoreOutcome, previousDataFolder };
    } finally {
      unlock();
    }
  } finally {
    await file.close();
  }
}

async function replaceData(
  data: string,
  file: FileHandle,
  archive: { manifest: Manifest; entries: ArchiveEntry[] },
  now: Date,
  onProgress: (share: number) => void,
): Promise<string | undefined> {
  await assertDiskSpace(data, archive.entries);
  try {
    const folder = createPartialFolder(data);
    await unpack(file, archive, folder, onProgress);
    await prepareRestoredDatabase(join(folder, 'snug.db'));
    return activateRestore(data, now);
  } catch (error) {
    removePartialFolder(data);
    throw error;
  }
}

// Checked first, because other programs may need the disk.
async function assertDiskSpace(data: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const needed = entries.reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = await statfs(data);
  if (needed > bavail * bsize) {
    throw new BackupError(`The disk of ${data} is full: ${needed} bytes are needed.`);
  }
}

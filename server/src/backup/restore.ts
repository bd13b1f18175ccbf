import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import {
  activateRestore,
  createPartialFolder,
  recoverRestore,
  removePartialFolder,
} from '../db/sqlite/restore-activation.ts';
import { FILES } from './archive.ts';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { assertDiskSpace } from './checks.ts';
import type { Manifest } from './manifest.ts';
import { prepareRestoredDatabase } from './restored-database.ts';
import { unpack } from './unpack.ts';

export interface RestoreOptions {
  data: string;
  /** Instead of the database in the data folder. */
  databaseUrl: string | undefined;
  path: string;
  now: Date;
  onRows: (count: number, all: number) => void;
  onProgress: (share: number) => void;
}

export interface RestoreReport {
  manifest: Manifest;
  restoreOutcome: ReturnType<typeof recoverRestore>;
  previousDataFolder: string | undefined;
}

/**
 * Keeps the previous data of the folder; a database on a server must be empty. Throws a `BackupError`, or an error of the disk
 * or the database, and changes nothing.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { data, path, databaseUrl } = options;
  const file = await open(path);
  try {
    const archive = await readArchive(file);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(data);
    if (!unlock) throw new BackupError(`Snug runs on the data folder ${data}: stop it first.`);
    try {
      const restoreOutcome = recoverRestore(data);
      await assertDiskSpace(
        data,
        archive.entries.reduce((sum, { size }) => sum + size, 0),
      );
      const previousDataFolder =
        databaseUrl === undefined
          ? await replaceData(file, archive, options)
          : await fillServer(databaseUrl, file, archive, options);
      return { manifest: archive.manifest, restoreOutcome, previousDataFolder };
    } finally {
      unlock();
    }
  } finally {
    await file.close();
  }
}

interface Archive {
  manifest: Manifest;
  entries: ArchiveEntry[];
}

async function replaceData(file: FileHandle, archive: Archive, options: RestoreOptions) {
  const { data, now } = options;
  return withUnpacked(file, archive, options, async () => activateRestore(data, now));
}

async function fillServer(url: string, file: FileHandle, archive: Archive, options: RestoreOptions) {
  const { data, onRows } = options;
  const { RestoreTarget } = await import('./restore-target.ts');
  const target = await RestoreTarget.open(url);
  try {
    await withUnpacked(file, archive, options, async folder => {
      await target.load(join(folder, DATABASE), onRows);
      // Before the rows that name them. Without the rows, nobody reads them.
      moveFiles(folder, data, archive.entries);
      await target.commit();
    });
    removePartialFolder(data);
    return undefined;
  } finally {
    await target.close();
  }
}

/** Keeps files that exist: names are random, so the bytes are the same. Throws a `BackupError` across disks. */
function moveFiles(folder: string, data: string, entries: readonly ArchiveEntry[]): void {
  const target = join(data, FILES);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (statSync(target).dev !== statSync(folder).dev)
    throw new BackupError(`${target} is on another disk than its folder.`);
  const folders = new Set([data, target]);
  for (const { path } of entries) {
    if (!path.startsWith(`${FILES}/`)) continue;
    const parent = dirname(join(data, path));
    if (!existsSync(parent)) mkdirSync(parent, { recursive: true, mode: 0o700 });
    renameSync(join(folder, path), join(data, path));
    for (let each = parent; each !== target; each = dirname(each)) folders.add(each);
  }
  for (const each of folders) syncFolder(each);
}

async function withUnpacked<Result>(
  file: FileHandle,
  archive: Archive,
  { data, now, onProgress }: RestoreOptions,
  activate: (folder: string) => Promise<Result>,
): Promise<Result> {
  try {
    const folder = createPartialFolder(data);
    await unpack(file, archive, folder, onProgress);
    await prepareRestoredDatabase(join(folder, DATABASE), now);
    return await activate(folder);
  } catch (error) {
    removePartialFolder(data);
    throw error;
  }
}

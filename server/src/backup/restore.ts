import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { lockFolder } from '../db/sqlite/folder-lock.ts';
import {
  activateRestore,
  createPartialFolder,
  recoverRestore,
  removePartialFolder,
} from '../db/sqlite/restore-activation.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { FILES, toKey } from './archive.ts';
import { type ArchiveEntry, readArchive } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { assertDiskSpace } from './checks.ts';
import type { Manifest } from './manifest.ts';
import { prepareRestoredDatabase } from './restored-database.ts';
import { getIncomingBytes, listMissing, storeFiles } from './store-files.ts';
import { type Archive, unpack } from './unpack.ts';

export interface RestoreOptions {
  data: string;
  /** Instead of the database in the data folder. */
  databaseUrl: string | undefined;
  storage: FileStorage;
  /** Whether `storage` is in the data folder. */
  isInDataFolder: boolean;
  path: string;
  now: Date;
  onRows: (count: number, all: number) => void;
  onProgress: (share: number) => void;
}

export interface RestoreReport {
  manifest: Manifest;
  restoreOutcome: ReturnType<typeof recoverRestore>;
  previousDataFolder: string | undefined;
  /** Keys of an archive without files that the storage does not have. */
  missingKeys: string[];
}

/**
 * Keeps the previous data of the folder, and all files of another storage; a database on a server must be empty. Throws a `BackupError`, or an
 * error of the disk, the storage or the database. Then the data are those from before, and another storage may have some more files, which
 * the next try finds.
 */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const { data, path, databaseUrl, storage } = options;
  const file = await open(path);
  try {
    const archive = await readArchive(file);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const unlock = lockFolder(data);
    if (!unlock) throw new BackupError(`Snug runs on the data folder ${data}: stop it first.`);
    try {
      const restoreOutcome = recoverRestore(data);
      await assertDiskSpace(data, getNeededBytes(archive, options));
      const missingKeys = await listMissing(storage, archive.manifest.omittedFiles ?? []);
      const previousDataFolder =
        databaseUrl === undefined
          ? await replaceData(file, archive, options)
          : await fillServer(databaseUrl, file, archive, options);
      return { manifest: archive.manifest, restoreOutcome, previousDataFolder, missingKeys };
    } finally {
      unlock();
    }
  } finally {
    await file.close();
  }
}

function getNeededBytes({ entries }: Archive, { isInDataFolder }: RestoreOptions): number {
  const stored = entries.filter(isStoredFile);
  const others = entries.filter(entry => !isStoredFile(entry));
  return isInDataFolder ? sumBytes(entries) : sumBytes(others) + getIncomingBytes(stored);
}

/** In the data folder, the files replace the previous ones together with the database. An archive without files leaves them. */
async function replaceData(file: FileHandle, archive: Archive, options: RestoreOptions) {
  const { data, now, isInDataFolder } = options;
  const replacesFiles = isInDataFolder && archive.manifest.omittedFiles === undefined;
  return withUnpacked(file, archive, { ...options, replacesFiles }, async () => activateRestore(data, now));
}

async function fillServer(url: string, file: FileHandle, archive: Archive, options: RestoreOptions) {
  const { data, onRows } = options;
  const { RestoreTarget } = await import('./restore-target.ts');
  const target = await RestoreTarget.open(url);
  try {
    // The files before the rows that name them. Without the rows, nobody reads them.
    await withUnpacked(file, archive, { ...options, replacesFiles: false }, async folder => {
      await target.load(join(folder, DATABASE), onRows);
      await target.commit();
    });
    removePartialFolder(data);
    return undefined;
  } finally {
    await target.close();
  }
}

/** `replacesFiles`: unpacks the files beside the database, in place of storing them. */
async function withUnpacked<Result>(
  file: FileHandle,
  archive: Archive,
  { data, storage, now, replacesFiles, onProgress }: RestoreOptions & { replacesFiles: boolean },
  activate: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { manifest, entries } = archive;
  const all = sumBytes(entries);
  let done = 0;
  const addProgress = (bytes: number) => {
    done += bytes;
    onProgress(done / all);
  };
  try {
    const folder = createPartialFolder(data);
    if (replacesFiles) mkdirSync(join(folder, FILES), { mode: 0o700 });
    const unpacked = replacesFiles ? entries : entries.filter(entry => !isStoredFile(entry));
    await unpack(file, { manifest, entries: unpacked }, folder, addProgress);
    await prepareRestoredDatabase(join(folder, DATABASE), now);
    if (!replacesFiles) {
      const stored = { manifest, entries: entries.filter(isStoredFile) };
      await storeFiles(file, stored, { storage, folder, onProgress: addProgress });
    }
    return await activate(folder);
  } catch (error) {
    removePartialFolder(data);
    throw error;
  }
}

function isStoredFile({ path }: ArchiveEntry): boolean {
  return toKey(path) !== undefined;
}

function sumBytes(entries: readonly ArchiveEntry[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}

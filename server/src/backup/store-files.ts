import { type FileHandle, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runConcurrently } from '../base/run-concurrently.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { toKey } from './archive.ts';
import type { ArchiveEntry } from './archive-reader.ts';
import { type Archive, checkEntry, unpackEntry } from './unpack.ts';

/** A store in a network answers each in some ten milliseconds. */
const CONCURRENCY = 4;
const MAX_FINDS = 16;

export interface StoreFilesOptions {
  storage: FileStorage;
  /** For the files on their way. */
  folder: string;
  onProgress: (bytes: number) => void;
}

/**
 * Stores files that are not there yet: the bytes of a key never change, so a second run continues a first one. Throws a `BackupError` before
 * the first file is stored if an entry does not match the manifest.
 */
export async function storeFiles(
  file: FileHandle,
  { manifest, entries }: Archive,
  { storage, folder, onProgress }: StoreFilesOptions,
): Promise<void> {
  for (const entry of entries) await checkEntry(file, manifest, entry);
  await runConcurrently(entries, CONCURRENCY, async (entry, lane) => {
    const key = toKey(entry.path) ?? '';
    const found = await storage.find(key);
    if (found?.size !== entry.size) {
      const path = join(folder, `incoming-${lane}`);
      try {
        await unpackEntry(file, manifest, entry, path);
        await storage.moveFrom(path, key);
      } finally {
        await rm(path, { force: true });
      }
    }
    onProgress(entry.size);
  });
}

/** Bytes on the disk at once. */
export function getIncomingBytes(entries: readonly ArchiveEntry[]): number {
  return CONCURRENCY * entries.reduce((most, { size }) => Math.max(most, size), 0);
}

/** The keys that the storage does not have. */
export async function listMissing(storage: FileStorage, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  await runConcurrently(keys, MAX_FINDS, async key => {
    if (!(await storage.find(key))) missing.push(key);
  });
  return missing.toSorted();
}

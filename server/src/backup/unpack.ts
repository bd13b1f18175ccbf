import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';
import { type ArchiveEntry, readEntry } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

export interface Archive {
  manifest: Manifest;
  entries: readonly ArchiveEntry[];
}

/** Throws a `BackupError` if an entry does not match the manifest. */
export async function unpack(
  file: FileHandle,
  { manifest, entries }: Archive,
  folder: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const folders = new Set([folder]);
  for (const entry of entries) {
    const path = join(folder, entry.path);
    folders.add(dirname(path));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await unpackEntry(file, manifest, entry, path);
    onProgress(entry.size);
  }
  for (const each of folders) syncFolder(each);
}

/** The file is synced, and its name is not. Throws a `BackupError` if it does not match the manifest. */
export async function unpackEntry(
  file: FileHandle,
  manifest: Manifest,
  entry: ArchiveEntry,
  path: string,
): Promise<void> {
  const target = await open(path, 'wx', 0o600);
  try {
    await checkEntry(file, manifest, entry, async chunk => target.appendFile(chunk));
    await target.sync();
  } finally {
    await target.close();
  }
}

/** Throws a `BackupError` if the entry does not match the manifest. */
export async function checkEntry(
  file: FileHandle,
  manifest: Manifest,
  entry: ArchiveEntry,
  onChunk: (chunk: Uint8Array) => Promise<void> = async () => {},
): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of readEntry(file, entry)) {
    hash.update(chunk);
    await onChunk(chunk);
  }
  if (hash.digest('hex') !== manifest.entries[entry.path]?.sha256)
    throw new BackupError(`The backup is damaged: ${entry.path} does not match its checksum.`);
}

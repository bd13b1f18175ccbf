import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';
import { FILES } from './archive.ts';
import { type ArchiveEntry, readEntry } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';

/** Throws a `BackupError` if an entry does not match the manifest. */
export async function unpack(
  file: FileHandle,
  { manifest, entries }: { manifest: Manifest; entries: readonly ArchiveEntry[] },
  folder: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const all = entries.reduce((sum, { size }) => sum + size, 0);
  const folders = new Set([folder, join(folder, FILES)]);
  let done = 0;
  for (const entry of entries) {
    const path = join(folder, entry.path);
    folders.add(dirname(path));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const sha256 = await write(path, readEntry(file, entry));
    if (sha256 !== manifest.entries[entry.path]?.sha256) {
      throw new BackupError(`The backup is damaged: ${entry.path} does not match its checksum.`);
    }
    done += entry.size;
    onProgress(done / all);
  }
  mkdirSync(join(folder, FILES), { recursive: true, mode: 0o700 });
  for (const each of folders) syncFolder(each);
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../base/sync-folder.ts';
import { FILES } from './archive.ts';
import type { ArchiveEntry } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';

/** Keeps files that exist: names are random, so the bytes are the same. Throws a `BackupError` across disks. */
export function moveFiles(folder: string, data: string, entries: readonly ArchiveEntry[]): void {
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

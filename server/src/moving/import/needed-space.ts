import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatMegabytes } from '../../backup/cli.ts';
import { type DiskSpace, readDiskSpace } from '../../files/disk-space.ts';
import type { Archive } from '../archive/archive.ts';
import { isNamedDatabase } from '../readers/campfire/is-campfire.ts';
import { ImportError } from './import-error.ts';
import type { SourceKind } from './recognise.ts';

/** Of a row with its reactions, mentions and indexes: a million messages of a large room took 908 MB. */
const MESSAGE_BYTES = 1_000;
const SPARE = 1.1;
/** Entries whose messages have any order. */
const SORTED = /\.jsonl?$/i;

export interface Amount {
  messages: number;
  /** Of all files. */
  fileBytes: number;
}

/** Space in the data folder, in bytes: for files that it has, and without a database server for the messages and the copy from before the import. */
export function estimateBytes(
  { messages, fileBytes }: Amount,
  {
    isOnServer,
    isInDataFolder,
    databaseBytes,
  }: { isOnServer: boolean; isInDataFolder: boolean; databaseBytes: number },
): number {
  const stored = isInDataFolder ? fileBytes : 0;
  return Math.ceil(SPARE * (stored + (isOnServer ? 0 : messages * MESSAGE_BYTES + databaseBytes)));
}

/** Before the archive is read: all of its bytes, which rows take as well. */
export function estimateSpace({
  archiveBytes,
  databaseBytes,
}: {
  archiveBytes: number;
  databaseBytes: number;
}): number {
  return Math.ceil(SPARE * (archiveBytes + databaseBytes));
}

/**
 * Of temporary files while the archive is read. Messages that it has in any order are there twice while they are merged. A database is
 * copied.
 */
export function estimateTemporaryBytes(kind: SourceKind, { entries }: Pick<Archive, 'entries'>): number {
  if (kind === 'slack' || kind === 'snug') return 0;
  const isCopied = kind === 'campfire';
  let bytes = 0;
  for (const [path, { size }] of entries)
    if (entries.size === 1 || (isCopied ? isNamedDatabase(path) : SORTED.test(path))) bytes += size;
  return isCopied ? bytes : 2 * bytes;
}

/** Throws an `ImportError` if fewer bytes are free. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { free } = await readDisk(folder);
  if (bytes > free)
    throw new ImportError(
      `The disk of ${folder} is full: about ${formatMegabytes(bytes)} are needed, and ${formatMegabytes(free)} are free.`,
    );
}

/** Of a folder that may be missing. */
export async function readDisk(folder: string): Promise<DiskSpace> {
  return existsSync(folder) ? readDiskSpace(folder) : readDisk(dirname(folder));
}

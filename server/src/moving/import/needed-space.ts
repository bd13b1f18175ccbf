import type { Archive } from '../archive/archive.ts';
import { isNamedDatabase } from '../readers/campfire/is-campfire.ts';
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
 * Of temporary files while the archive is read: of messages that it has in any order, which are there twice while they are merged, or of
 * a copy of its database.
 */
export function estimateTemporaryBytes(kind: SourceKind, { entries }: Pick<Archive, 'entries'>): number {
  if (kind === 'slack' || kind === 'snug') return 0;
  const isCopied = kind === 'campfire';
  let bytes = 0;
  for (const [path, { size }] of entries)
    if (entries.size === 1 || (isCopied ? isNamedDatabase(path) : SORTED.test(path))) bytes += size;
  return isCopied ? bytes : 2 * bytes;
}

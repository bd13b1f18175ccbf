import { DATABASE } from '../db/sqlite/data-folder.ts';

export const BLOCK_BYTES = 512;
/** Two zero blocks end a tar. */
export const END_BLOCKS = Buffer.alloc(2 * BLOCK_BYTES);

export const SECRET = 'secret';
/** The last entry. A backup contains only files that it names, and a backup without it is incomplete. */
export const MANIFEST = 'manifest.json';
/** The folder of stored files, in the archive and in the data folder. */
export const FILES = 'files';

const STORED_FILE_PATH =
  /^files\/(?:[\w-]{1,64}|avatars\/[\w-]{1,64}\/(?:[0-9a-f]{32}|\d{1,9}(?:-[0-9a-f]{32})?)\.png)$/;

/** The path of a stored file in the archive. */
export function toEntryPath(key: string): string {
  return `${FILES}/${key}`;
}

/** The key of a stored file; undefined for all other entries. */
export function toKey(path: string): string | undefined {
  return path.startsWith(`${FILES}/`) ? path.slice(FILES.length + 1) : undefined;
}

/** Rejects all other paths, such as those that lead out of the folder. */
export function isEntryPath(path: string): boolean {
  return path === DATABASE || path === SECRET || path === MANIFEST || STORED_FILE_PATH.test(path);
}

export function getPaddingBytes(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

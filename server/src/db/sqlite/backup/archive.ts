/** A tar is made of blocks of this many bytes. */
export const BLOCK_BYTES = 512;
/** Two blocks of zeros end it. */
export const END_BLOCKS = Buffer.alloc(2 * BLOCK_BYTES);

export const DATABASE = 'snug.db';
export const SECRET = 'secret';
/** The last entry: what it does not name is not in the backup, and where it is missing the backup is not whole. */
export const MANIFEST = 'manifest.json';
/** The folder of stored files, in the archive as in the data folder. */
export const FILES = 'files';

const STORED_FILE_PATH =
  /^files\/(?:[\w-]{1,64}|avatars\/[\w-]{1,64}\/(?:[0-9a-f]{32}|\d{1,9}(?:-[0-9a-f]{32})?)\.png)$/;

/** Everything else, such as a path that leads out of the folder, has no place in a backup. */
export function isEntryPath(path: string): boolean {
  return path === DATABASE || path === SECRET || path === MANIFEST || STORED_FILE_PATH.test(path);
}

/** The bytes between an entry of this size and the next block. */
export function getPaddingBytes(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}

import { buffer as readAll } from 'node:stream/consumers';
import { CommandError, DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { accessUpload } from './access.ts';
import type { FileRemoval } from './removal.ts';
import type { FileStorage } from './storage/storage.ts';

/** It is decoded in memory. */
const MAX_PICTURE_BYTES = DEFAULT_MAX_FILE_BYTES;

export interface UploadedPictureOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
}

/**
 * Makes something new from the pixels of an unsent upload. `make` returns undefined for a broken picture. Throws `invalid_input` for another type
 * and for a broken picture, `too_large`, `not_found`, and `forbidden` if the file was sent.
 */
export async function makeFromUpload<Made>(
  { storage, read, removal }: UploadedPictureOptions,
  {
    uid,
    fileId,
    types,
    maxBytes = MAX_PICTURE_BYTES,
    make,
  }: {
    uid: string;
    fileId: string;
    types: ReadonlySet<string>;
    maxBytes?: number;
    make: (bytes: Buffer) => Promise<Made | undefined>;
  },
): Promise<Made> {
  const file = await accessUpload(read, uid, fileId);
  if (!types.has(file.contentType))
    throw new CommandError('invalid_input', `Wrong file type ${file.contentType}`);
  if (file.size > maxBytes) throw new CommandError('too_large');
  const bytes = await storage.read(file.key);
  if (!bytes) throw new CommandError('not_found');
  const made = await make(await readAll(bytes));
  if (made !== undefined) return made;
  // Discarded, because every retry would fail.
  await removal.discard(uid, fileId);
  throw new CommandError('invalid_input', 'File process error');
}

import { CommandError } from '@snug/protocol';
import { requireFound } from '../base/require-found.ts';
import type { Db } from '../db/schema.ts';
import { findFile, type StoredFile } from './file-store.ts';

/** An unsent upload of the person. Throws `not_found`, and `forbidden` if it was sent. */
export async function accessUpload(db: Db, uid: string, id: string): Promise<StoredFile> {
  return requireFound(await accessUploadIfAny(db, uid, id));
}

/** Like `accessUpload`, but returns undefined instead of `not_found`. */
export async function accessUploadIfAny(db: Db, uid: string, id: string): Promise<StoredFile | undefined> {
  const file = await findFile(db, id);
  if (!file || file.ownerId !== uid || file.state === 'deleted') return undefined;
  if (file.state === 'sent') throw new CommandError('forbidden', 'This file is already in a message');
  return file;
}

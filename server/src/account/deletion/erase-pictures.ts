import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { getAvatarFolder } from '../../people/profiles/avatar.ts';
import { findPerson } from '../../people/profiles/person.ts';

/** More pictures than one person leaves. */
const MAX_PICTURES = 100;

export type PictureStorage = Pick<FileStorage, 'list' | 'remove'>;

/**
 * Removes the pictures that the person no longer shows, so that their addresses lead nowhere. A deleted bot keeps the picture that its
 * messages show. Returns whether pictures may be left.
 */
export async function erasePictures(db: Db, storage: PictureStorage, uid: string): Promise<boolean> {
  const keys = await storage.list(getAvatarFolder(uid), { limit: MAX_PICTURES });
  const person = await findPerson(db, uid);
  for (const key of keys) if (person?.avatar !== `/${key}`) await storage.remove(key);
  return keys.length === MAX_PICTURES;
}

import type { Db } from '../../db/schema.ts';
import { accessPerson } from '../../people/profiles/access.ts';
import { findEmail } from '../emails/email-store.ts';
import { isPlaceholderEmail } from '../provider-profile.ts';
import { findLink } from './one-time-link-store.ts';

/** Whose account the link recovers. Undefined if it does not work, for every reason the same. */
export async function readRecovery(
  db: Db,
  hash: string,
  now: number,
): Promise<{ uid: string; name: string; needsEmail: boolean } | undefined> {
  const link =
    (await findLink(db, hash, 'recovery', now)) ?? (await findLink(db, hash, 'mailed_recovery', now));
  if (!link) return undefined;
  const { uid, name } = await accessPerson(db, link.userId);
  return { uid, name, needsEmail: isPlaceholderEmail((await findEmail(db, uid)) ?? '') };
}

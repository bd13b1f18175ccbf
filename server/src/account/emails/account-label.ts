import type { Db } from '../../db/schema.ts';
import { isPlaceholderEmail } from '../provider-profile.ts';
import { findEmail } from './email-store.ts';

/** How other programs of the person name this account: by its address. Undefined without one. */
export async function findAccountLabel(db: Db, uid: string): Promise<string | undefined> {
  const email = await findEmail(db, uid);
  return email === undefined || isPlaceholderEmail(email) ? undefined : email;
}

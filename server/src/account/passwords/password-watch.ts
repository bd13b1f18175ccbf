import type { Db } from '../../db/schema.ts';
import { findPasswordHashByEmail } from './password-store.ts';

/** Returns a function that reads whether the account's password has changed since. `email`: in lower case. */
export async function watchPassword(db: Db, email: string): Promise<() => Promise<boolean>> {
  const before = await findPasswordHashByEmail(db, email);
  return async () => (await findPasswordHashByEmail(db, email)) !== before;
}

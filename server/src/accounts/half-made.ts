import type { Db } from '../db/schema.ts';

/**
 * Removes people without any way to sign in. Signing up stores the person, then the password: where the server
 * was killed in between, the address would be taken for ever by someone who can never come in.
 */
export async function removeHalfMadeUsers(db: Db): Promise<void> {
  await db
    .deleteFrom('users')
    .where(users => {
      const accounts = users.selectFrom('accounts').select('accounts.id');
      return users.not(users.exists(accounts.whereRef('accounts.userId', '=', 'users.id')));
    })
    .execute();
}

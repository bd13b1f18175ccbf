import type { Db } from '../db/schema.ts';

/**
 * Removes people without any way to sign in. Signing up stores the person, then the password: where the server
 * was killed in between, the address would be taken for ever by someone who can never come in.
 */
export async function removeHalfMadeUsers(db: Db): Promise<void> {
  await db
    .deleteFrom('users')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.userId', '=', 'users.id'))),
    )
    .execute();
}

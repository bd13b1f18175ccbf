import type { Db } from '../db/schema.ts';
import { toStoredTime } from '../db/stored-time.ts';

/** Nobody takes longer to sign up, in ms. */
const SIGN_UP_GRACE_PERIOD_MS = 60_000;

/**
 * Removes people without any way to sign in, among the `limit` whose ids are above `after`. Signing up stores the person,
 * then the password: if the server is killed in between, the address would be taken for ever by someone who can never come
 * in. Answers with the last id, if there may be more people.
 */
export async function deleteIncompleteUsers(
  db: Db,
  now: number,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const page = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = page.at(-1)?.id;
  if (last === undefined) return undefined;
  await db
    .deleteFrom('users')
    .where('id', '>', after)
    .where('id', '<=', last)
    // Others may be signing up at this moment.
    .where('createdAt', '<', toStoredTime(now - SIGN_UP_GRACE_PERIOD_MS))
    .where(users => {
      const accounts = users.selectFrom('accounts').select('accounts.id');
      return users.not(users.exists(accounts.whereRef('accounts.userId', '=', 'users.id')));
    })
    .execute();
  return page.length < limit ? undefined : last;
}

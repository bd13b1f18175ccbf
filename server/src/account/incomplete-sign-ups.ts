import type { Db } from '../db/schema.ts';
import { toStoredTime } from '../db/stored-time.ts';
import { returnUses } from '../people/invites/invite-store.ts';

/** Longer than any sign-up takes. */
const SIGN_UP_GRACE_PERIOD_MS = 60_000;

/**
 * A sign-up stores the person before the password. If the server is killed in between, the address would stay taken by an
 * account without access. Checks `limit` people with ids above `after`. Returns the last id, if there may be more people.
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
  const deleted = await db
    .deleteFrom('users')
    .where('id', '>', after)
    .where('id', '<=', last)
    // Others may be signing up right now.
    .where('createdAt', '<', toStoredTime(now - SIGN_UP_GRACE_PERIOD_MS))
    // Their ways to sign in are gone, too.
    .where('deletedAt', 'is', null)
    .where(users => {
      const accounts = users.selectFrom('accounts').select('accounts.id');
      return users.not(users.exists(accounts.whereRef('accounts.userId', '=', 'users.id')));
    })
    .returning('id')
    .execute();
  await returnUses(
    db,
    deleted.map(({ id }) => id),
  );
  return page.length < limit ? undefined : last;
}

import type { ProviderId } from '@snug/protocol';
import { newId } from '../base/ids.ts';
import type { MutationContext } from '../db/mutation.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { toStoredTime } from '../db/stored-time.ts';

/** The accounts library's name for a password. */
export const PASSWORD_PROVIDER = 'credential';

/** Of the only row of a person who came by an import and never signed in: `accountId` is their id, and nothing signs in with it. */
export const IMPORTED_PROVIDER = 'imported';
/** The same for the author of imported messages, whom nobody can claim. The row keeps them from counting as a cut-off sign-up. */
export const AUTHOR_PROVIDER = 'imported-author';

const selectProvider = prepared<[provider: string, accountId: string], { id: string }>(
  `select "id" from "accounts" where "providerId" = $1 and "accountId" = $2`,
);
const insertProvider = prepared<
  [id: string, accountId: string, provider: string, uid: string, at: string],
  never
>(
  `insert into "accounts" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
   values ($1, $2, $3, $4, $5, $5)`,
);
const selectUsed = prepared<[imported: string, author: string], { id: string }>(
  `select "id" from (
     select "id" from "accounts" where "providerId" < $1
     union all
     select "id" from "accounts" where "providerId" > $1 and "providerId" < $2
     union all
     select "id" from "accounts" where "providerId" > $2
   ) a limit 1`,
);

const removeProviders = prepared<[uid: string, password: string], never>(
  `delete from "accounts" where "userId" = $1 and "providerId" <> $2`,
);

/** Every sign-in method of a person: providers, `PASSWORD_PROVIDER`, and providers of earlier settings. */
export async function listSignInMethods(db: Db, uid: string): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('providerId').where('userId', '=', uid).execute();
  return [...new Set(rows.map(row => row.providerId))];
}

/** All accounts at providers, of every age. */
export async function deleteProviderAccounts(db: Db, uid: string): Promise<void> {
  await removeProviders(db, uid, PASSWORD_PROVIDER);
}

export async function deleteAccounts(db: Db, uid: string, provider: ProviderId): Promise<void> {
  await db.deleteFrom('accounts').where('userId', '=', uid).where('providerId', '=', provider).execute();
}

/** Whether somebody signs in with this account at the provider. */
export async function hasProviderAccount(db: Db, provider: ProviderId, accountId: string): Promise<boolean> {
  return (await selectProvider(db, provider, accountId)).length > 0;
}

export async function insertProviderAccount(
  db: Db,
  { uid, now }: Pick<MutationContext, 'uid' | 'now'>,
  provider: ProviderId,
  accountId: string,
): Promise<void> {
  await insertProvider(db, newId(), accountId, provider, uid, toStoredTime(now));
}

/** Whether anybody can sign in. People who came by an import and never signed in do not count. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await selectUsed(db, IMPORTED_PROVIDER, AUTHOR_PROVIDER)).length > 0;
}

import type { ProviderId } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

/** The accounts library's name for a password. */
export const PASSWORD_PROVIDER = 'credential';

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

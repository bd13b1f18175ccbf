import { type LinkedAccount, PROVIDER_IDS, type ProviderId } from '@snug/protocol';
import type { Db } from '../db/schema.ts';

/** The accounts library's name for a password. */
export const PASSWORD_PROVIDER = 'credential';

/** Every sign-in method of a person: providers, `PASSWORD_PROVIDER`, and providers of earlier settings. */
export async function listSignInMethods(db: Db, uid: string): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('providerId').where('userId', '=', uid).execute();
  return [...new Set(rows.map(row => row.providerId))];
}

/** In the order of `PROVIDER_IDS`. */
export function toLinkedAccounts(methods: readonly string[]): LinkedAccount[] {
  return PROVIDER_IDS.filter(id => methods.includes(id)).map(provider => ({ provider }));
}

export async function deleteAccounts(db: Db, uid: string, provider: ProviderId): Promise<void> {
  await db.deleteFrom('accounts').where('userId', '=', uid).where('providerId', '=', provider).execute();
}

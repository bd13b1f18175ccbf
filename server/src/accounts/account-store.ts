import { type LinkedAccount, PROVIDER_IDS, type ProviderId } from '@snug/protocol';
import type { Db } from '../db/schema.ts';

/** How the accounts library calls a password. */
export const PASSWORD_PROVIDER = 'credential';

/** The ways by which somebody has signed in or could: providers, `PASSWORD`, and what older settings left. */
export async function listSignInMethods(db: Db, uid: string): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('providerId').where('userId', '=', uid).execute();
  return [...new Set(rows.map(row => row.providerId))];
}

/** The providers among these ways, in their usual order. */
export function toLinkedAccounts(methods: readonly string[]): LinkedAccount[] {
  return PROVIDER_IDS.filter(id => methods.includes(id)).map(provider => ({ provider }));
}

export async function deleteAccounts(db: Db, uid: string, provider: ProviderId): Promise<void> {
  await db.deleteFrom('accounts').where('userId', '=', uid).where('providerId', '=', provider).execute();
}

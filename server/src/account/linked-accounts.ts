import { type LinkedAccount, PROVIDER_IDS } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { parseStoredTime } from '../db/stored-time.ts';

/** In the order of `PROVIDER_IDS`, each with the time of its newest link. */
export async function listLinkedAccounts(db: Db, uid: string): Promise<LinkedAccount[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['providerId', 'createdAt'])
    .where('userId', '=', uid)
    .execute();
  return PROVIDER_IDS.flatMap(provider => {
    const times = rows
      .filter(({ providerId }) => providerId === provider)
      .map(row => parseStoredTime(row.createdAt));
    return times.length === 0 ? [] : [{ provider, linkedAt: Math.max(...times) }];
  });
}

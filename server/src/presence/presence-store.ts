import type { Presence } from '@snug/protocol';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** What is known of these people; who never was here is left out. */
export async function readPresences(db: Db, uids: readonly string[]): Promise<Presence[]> {
  if (uids.length === 0) return [];
  return db
    .selectFrom('presence')
    .select(['userId as uid', 'state', 'lastChanged'])
    .where('userId', 'in', uids)
    .execute();
}

export async function storePresence(db: Db, { uid, state, lastChanged }: Presence): Promise<void> {
  await db
    .insertInto('presence')
    .values({ userId: uid, state, lastChanged })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ state, lastChanged }))
    .execute();
}

/** Whoever is online is offline since `now`, or, where the clock went back, since a moment after they came. */
export async function storeAllOffline(db: Db, now: number): Promise<void> {
  const lastChanged = sql<number>`case when "lastChanged" < ${now} then ${now} else "lastChanged" + 1 end`;
  await db
    .updateTable('presence')
    .set({ state: 'offline', lastChanged })
    .where('state', '=', 'online')
    .execute();
}

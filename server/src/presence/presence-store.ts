import type { Presence } from '@snug/protocol';
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

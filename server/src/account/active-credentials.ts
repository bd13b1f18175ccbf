import type { Db } from '../db/schema.ts';
import { findUsable } from '../programs/tokens/token-store.ts';
import { findActive } from './session-store.ts';

/** Those of the ids that belong to a session or an access token that is not over. */
export async function findActiveCredentials(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const sessions = await findActive(db, ids, now);
  const others = ids.filter(id => !sessions.has(id));
  return others.length === 0 ? sessions : new Set([...sessions, ...(await findUsable(db, others, now))]);
}

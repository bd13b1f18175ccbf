import type { LockKey } from '../mutation.ts';

// Rows of rooms and people stand for everything that belongs to them. Foreign keys to these rows do not wait for these
// locks. A room that does not exist yet has no row: of two concurrent batches that create it, the unique key refuses one,
// which then runs again.
export const LOCK_ROOMS = `select 1 as "locked" from "rooms" where "id" = any($1) order by "id" for no key update`;
export const LOCK_PEOPLE = `select 1 as "locked" from "users" where "id" = any($1) order by "id" for no key update`;

/** Splits lock keys into the ids of rooms and people. Every transaction locks rooms first. */
export function splitLockKeys(keys: readonly LockKey[]): { roomIds: string[]; uids: string[] } {
  const idsOf = (kind: string) => keys.filter(key => key.startsWith(kind)).map(key => key.slice(kind.length));
  return { roomIds: idsOf('room:'), uids: idsOf('person:') };
}

import type { LockKey } from '../mutation.ts';

/** Called before `LOCK_ROOMS`. Otherwise a transaction could see a room appear between two of its statements. */
export const LOCK_NEW_ROOMS = `select pg_advisory_xact_lock("hash") from (
    select distinct hashtextextended(k."roomId", 0) as "hash" from unnest($1::text[]) as k("roomId")
    where not exists (select 1 from "rooms" r where r."id" = k."roomId") order by "hash"
  ) as "new"`;

// Rows of rooms and people stand for everything that belongs to them. Foreign keys to these rows do not wait for these
// locks.
export const LOCK_ROOMS = `select 1 as "locked" from "rooms" where "id" = any($1) order by "id" for no key update`;
export const LOCK_PEOPLE = `select 1 as "locked" from "users" where "id" = any($1) order by "id" for no key update`;

/** Splits lock keys into the ids of rooms and people. Every transaction locks rooms first. */
export function splitLockKeys(keys: readonly LockKey[]): { roomIds: string[]; uids: string[] } {
  const idsOf = (kind: string) => keys.filter(key => key.startsWith(kind)).map(key => key.slice(kind.length));
  return { roomIds: idsOf('room:'), uids: idsOf('person:') };
}

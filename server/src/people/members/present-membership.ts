import type { Membership, Person } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import { readPeopleByUid } from '../profiles/person.ts';
import { type StoredMembership, toMembership } from './member-store.ts';

type Presented = Parameters<typeof toMembership>[0] & Pick<StoredMembership, 'requestedBy'>;

/** Those who ask in the waiting requests among the memberships. */
export async function readAskers(
  db: Db,
  memberships: Iterable<Pick<StoredMembership, 'requestedBy'>>,
): Promise<ReadonlyMap<string, Person>> {
  const uids = [...memberships].flatMap(({ requestedBy }) => requestedBy ?? []);
  return uids.length > 0 ? readPeopleByUid(db, uids) : new Map();
}

/** With the person who asks, of a waiting request. */
export async function presentMembership(
  db: Db,
  stored: Presented,
  version: number,
  now: number,
): Promise<Membership> {
  const askers = await readAskers(db, [stored]);
  return toMembership(stored, version, now, askers.get(stored.requestedBy ?? ''));
}

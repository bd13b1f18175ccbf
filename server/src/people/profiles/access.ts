import { CommandError, type Person } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findKnownPerson, selectKnown } from './acquaintance-store.ts';
import { findActivePerson } from './person.ts';

/** Throws `unauthenticated` if the account does not exist any more, also while it is being erased. */
export async function accessSelf(db: Db, uid: string): Promise<Person> {
  const person = await findActivePerson(db, uid);
  if (!person) throw new CommandError('unauthenticated');
  return person;
}

/**
 * Everyone may see everyone, except guests: they see the people who are in one of their rooms now. Throws `not_found`, after the
 * same work for a hidden person and for a missing one.
 */
export async function accessPerson(db: Db, { uid }: Pick<Caller, 'uid'>, other: string): Promise<Person> {
  return requireFound(await findKnownPerson(db, uid, other));
}

/** Who asks about people. */
export type Viewer = Pick<Caller, 'uid' | 'guest'>;

/** Those of the people, also of unknown ids, whom the viewer may see, in the same order. A member needs no statement. */
export async function filterKnown(
  db: Db,
  { uid, guest }: Viewer,
  uids: readonly string[],
): Promise<readonly string[]> {
  if (!guest || uids.length === 0) return uids;
  const known = await selectKnown(db, uid, uids);
  return uids.filter(other => known.has(other));
}

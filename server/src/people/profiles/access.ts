import { CommandError, type Person } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Db } from '../../db/schema.ts';
import { findActivePerson, findPerson } from './person.ts';

/** Throws `unauthenticated` if the account does not exist any more, also while it is being erased. */
export async function accessSelf(db: Db, uid: string): Promise<Person> {
  const person = await findActivePerson(db, uid);
  if (!person) throw new CommandError('unauthenticated');
  return person;
}

/** Everyone may see everyone. Throws `not_found`. */
export async function accessPerson(db: Db, uid: string): Promise<Person> {
  return requireFound(await findPerson(db, uid));
}

import { CommandError, type Person } from '@snug/protocol';
import { requireFound } from '../../base/require-found.ts';
import type { Caller } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { findActivePerson } from '../../people/profiles/person.ts';
import { accessWorkspace } from '../../workspace/access.ts';

/**
 * Another person, for a workspace admin who changes their rights. Nobody changes their own, so an active workspace admin remains.
 * Throws `not_found` and `forbidden`.
 */
export async function accessOtherPerson(db: Db, caller: Caller, other: string): Promise<Person> {
  await accessWorkspace(db, caller);
  if (caller.uid === other) throw new CommandError('forbidden', "You can't do that to yourself");
  return requireFound(await findActivePerson(db, other));
}

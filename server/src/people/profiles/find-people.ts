import type { CommandOutput } from '@snug/protocol';
import type { NameSearchInput } from '../../db/name-search.ts';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { readPeopleByUid } from './person.ts';
import { findPersonIds } from './person-names.ts';

// Without a condition on the role, which would make the engine read all members by the index of roles.
const selectMembers = preparedIn<[roomId: string], { uid: string; role: string | null }>(
  `select "userId" as "uid", "role" from "members" where "roomId" = $1 and "userId" in ($values)`,
);

/** With `roomId`, only its members. */
export async function findPeople(
  db: Db,
  input: NameSearchInput,
  roomId?: string,
): Promise<CommandOutput<'find_people'>> {
  const { uids, ...next } = await findPersonIds(db, input);
  const members = roomId === undefined ? undefined : await selectMembers(db, uids, roomId);
  const allowed = members && new Set(members.filter(({ role }) => role !== null).map(({ uid }) => uid));
  const people = await readPeopleByUid(db, uids);
  return {
    people: uids.flatMap(uid => (!allowed || allowed.has(uid) ? (people.get(uid) ?? []) : [])),
    ...next,
  };
}

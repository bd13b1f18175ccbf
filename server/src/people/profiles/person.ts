import type { Person } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { parseStoredTime } from '../../db/stored-time.ts';

export interface PersonRow {
  uid: string;
  name: string;
  avatar: string | null;
  joinedAt: string;
  version: number;
  ownerId: string | null;
  guest: number | null;
}

export const PERSON_COLUMNS = `u."id" as "uid", u."name" as "name", u."avatar" as "avatar",
  u."createdAt" as "joinedAt", u."version" as "version", u."ownerId" as "ownerId", u."guest" as "guest"`;

export function presentPerson({ uid, name, avatar, joinedAt, version, ownerId, guest }: PersonRow): Person {
  return {
    uid,
    name,
    createdAt: parseStoredTime(joinedAt),
    version,
    ...(avatar !== null && { avatar }),
    ...(ownerId !== null && { bot: true }),
    ...(guest !== null && { guest: true }),
  };
}

const selectPerson = prepared<[uid: string], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."id" = $1`,
);

const selectActive = prepared<[uid: string], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."id" = $1 and u."deletedAt" is null`,
);

const selectPeople = preparedIn<[], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."id" in ($values)`,
);

/** In no particular order, without unknown people. */
export async function readPeople(db: Db, uids: readonly string[]): Promise<Person[]> {
  return (await selectPeople(db, uids)).map(presentPerson);
}

/** Without unknown people. */
export async function readPeopleByUid(db: Db, uids: Iterable<string>): Promise<Map<string, Person>> {
  const people = await readPeople(db, [...new Set(uids)]);
  return new Map(people.map(person => [person.uid, person]));
}

export async function findPerson(db: Db, uid: string): Promise<Person | undefined> {
  const [row] = await selectPerson(db, uid);
  return row && presentPerson(row);
}

/** Undefined also for a deleted account. */
export async function findActivePerson(db: Db, uid: string): Promise<Person | undefined> {
  const [row] = await selectActive(db, uid);
  return row && presentPerson(row);
}

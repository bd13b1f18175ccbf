import { MAX_GUEST_ROOMS } from '@snug/protocol';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { insertRoom } from '../../chat/rooms/room-store.ts';
import type { Db } from '../../db/schema.ts';
import { type CountedReads, createReadCounter } from '../../testing/count-reads.ts';
import { addPerson, isOnPostgres, NOW, temporaryDatabase } from '../../testing/database.ts';
import { addHomelessGuest } from '../../testing/guests.ts';
import { NO_MEMBERSHIP, storeMembership } from '../members/member-store.ts';
import { accessPerson, filterKnown } from '../profiles/access.ts';
import { findAcquainted } from '../profiles/find-acquainted.ts';
import { readWatchedPeople } from '../profiles/watched-people.ts';

const WATCHED = 50;
/** In each room. Only PostgreSQL counts the rows that the statements read. */
const MANY = IS_WIDE || isOnPostgres ? 1_000 : 300;

/** A guest in as many private rooms as possible, all with the same people, and as many strangers. */
async function createCrowd(db: Db, size: number) {
  const owner = await addPerson(db, 'Ann');
  const gil = await addHomelessGuest(db);
  const names = Array.from({ length: size }, (_, index) => `Bo ${index}`);
  const [people, strangers] = [await insertUsers(db, names), await insertUsers(db, names)];
  const roomIds = Array.from({ length: MAX_GUEST_ROOMS }, newId);
  for (const id of roomIds) {
    await insertRoom(db, {
      id,
      name: 'Room',
      description: 'A room',
      kind: 'private',
      createdAt: NOW,
      createdBy: owner,
    });
    await storeMembership(db, id, gil, { ...NO_MEMBERSHIP, role: 'member', joinedAt: NOW });
  }
  await sql`insert into "members" ("roomId", "userId", "role")
    select r."id", u."id", 'member' from "rooms" r cross join "users" u
    where r."id" in (${sql.join(roomIds)}) and u."id" in (${sql.join(people)})`.execute(db);
  await sql`analyze`.execute(db);
  return { gil, people, strangers };
}

async function insertUsers(db: Db, names: readonly string[]): Promise<string[]> {
  const at = new Date(NOW).toISOString();
  const users = names.map(name => ({
    id: newId(),
    name,
    email: `${newId()}@snug.example`,
    emailVerified: sql<boolean>`false`,
    avatar: null,
    createdAt: at,
    updatedAt: at,
  }));
  await db.insertInto('users').values(users).execute();
  return users.map(({ id }) => id);
}

/** The rows of the members and the entries of their indexes. Only PostgreSQL counts them. */
function sumMembers({ rows }: CountedReads): number {
  const read = Object.entries(rows).filter(([name]) => name.startsWith('members'));
  return read.reduce((sum, [, [, returned = 0, fetched = 0]]) => sum + Math.max(returned, fetched), 0);
}

test('GU2 the first look of a guest at a person is one statement, which reads their rooms and nobody in them but that person', async () => {
  const { db } = await temporaryDatabase();
  const { gil, people, strangers } = await createCrowd(db, 200);
  const count = await createReadCounter(db);
  for (const [uid = '', isKnown] of [
    [people[7], true],
    [strangers[7], false],
    [newId(), false],
  ] as const) {
    const reads = await count(async () => {
      const person = await accessPerson(db, { uid: gil }, uid).catch(() => undefined);
      expect(person?.uid).toBe(isKnown ? uid : undefined);
    });
    expect(reads.statements).toHaveLength(1);
    // Each room of the guest, by the index of the guest, and in it the person, by the key.
    expect(sumMembers(reads)).toBeLessThanOrEqual(4 * MAX_GUEST_ROOMS);
    expect(reads.rows['members']?.[0] ?? 0, 'no scan of all members').toBe(0);
    expect(reads.rows['users']?.[0] ?? 0, 'no scan of all people').toBe(0);
  }
  const { statements } = await count(() => filterKnown(db, { uid: people[0] ?? '' }, strangers));
  expect(statements, 'a member needs no statement').toEqual([]);
});

test('GU4 what a guest in 100 rooms reads of a person does not grow with the people in these rooms', async () => {
  const measure = async (size: number) => {
    const { db } = await temporaryDatabase();
    const { gil, people, strangers } = await createCrowd(db, size);
    const viewer = { uid: gil, guest: true, now: NOW };
    const some = [...people.slice(0, WATCHED / 2), ...strangers.slice(0, WATCHED / 2)];
    const count = await createReadCounter(db);
    const watched = await count(async () => {
      const { people: seen } = await readWatchedPeople(db, viewer, some, 0);
      expect(seen.map(({ uid }) => uid).toSorted()).toEqual(people.slice(0, WATCHED / 2).toSorted());
    });
    const found = await count(() => findAcquainted(db, viewer, { text: 'bo 1' }));
    return { watched, found };
  };
  const [few, many] = [await measure(WATCHED), await measure(MANY)];
  expect(many.watched.statements.map(([text]) => text)).toEqual(few.watched.statements.map(([text]) => text));
  for (const { watched } of [few, many])
    expect(sumMembers(watched)).toBeLessThanOrEqual(2 * WATCHED * MAX_GUEST_ROOMS);
  // A search examines at most 1,000 members a page, whatever the rooms have.
  for (const { found } of [few, many]) {
    const rows = found.statements.reduce((sum, [, count]) => sum + count, 0);
    expect(rows).toBeLessThanOrEqual(1_300);
  }
});

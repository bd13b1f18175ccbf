import { MAX_FOUND_ROOMS, matchesName } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listWorkspacePeople } from '../../admin/workspace/person-list.ts';
import { listWorkspaceRooms } from '../../admin/workspace/room-list.ts';
import { MAX_SCANNED_NAMES } from '../../db/name-search.ts';
import { NAMES_PER_TURN } from '../../db/take-turn.ts';
import { findPeople } from '../../people/profiles/find-people.ts';
import { addPerson, createRoomJob, NOW, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { findRooms } from './find-rooms.ts';

async function createRooms(kind: 'open' | 'private', names: readonly string[]) {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await runJobs(db, ...names.map(name => createRoomJob(uid, { name, kind })));
  let turns = 0;
  const takeTurn = async () => void turns++;
  const caller = { uid, now: NOW };
  const countTurns = async (search: () => Promise<unknown>) => {
    turns = 0;
    await search();
    return turns;
  };
  return { db, uid, caller, takeTurn, countTurns };
}

test('R4 a search takes a turn for each part of the private rooms and of the index, and ends when it is full', async () => {
  const names = Array.from({ length: 3 * NAMES_PER_TURN + 1 }, (_, index) => `Private ${index}`);
  const { db, caller, takeTurn, countTurns } = await createRooms('private', names);
  const find = (text: string) => countTurns(() => findRooms(db, caller, { text }, takeTurn));
  expect(await find('absent'), 'four parts, and two reads of the index').toBe(6);
  expect(await find('private'), 'one part').toBe(3);
  const { rooms } = await findRooms(db, caller, { text: 'private' }, takeTurn);
  expect(rooms).toHaveLength(MAX_FOUND_ROOMS);
});

test('R4 searches among open rooms and people take a turn for each part of the index', async () => {
  const names = Array.from({ length: 2 * MAX_SCANNED_NAMES }, (_, index) => `Go ${index} go`);
  const { db, caller, takeTurn, countTurns } = await createRooms('open', names);
  const uids: string[] = [];
  for (const name of names) uids.push(await addPerson(db, name));
  await runJobs(db, { mutation: 'index_people', caller: { uid: '' }, input: { uids } });
  const most = MAX_SCANNED_NAMES / NAMES_PER_TURN + 2;
  const sorted = { sort: 'name' as const, descending: false };
  for (const search of [
    () => findRooms(db, caller, { text: 'go x' }, takeTurn),
    () => findPeople(db, { text: 'go x', takeTurn }),
    () => listWorkspacePeople(db, { ...sorted, text: 'go x' }, takeTurn),
    () => listWorkspaceRooms(db, caller, { ...sorted, text: 'go x' }, takeTurn),
  ]) {
    const turns = await countTurns(search);
    expect(turns).toBeGreaterThan(1);
    expect(turns).toBeLessThanOrEqual(most);
  }
});

test('R4 a search ends when nobody wants its result any more', async () => {
  const { db, caller } = await createRooms('private', ['One', 'Two']);
  let turns = 0;
  const end = () => Promise.reject(new Error(`ended ${++turns}`));
  await expect(findRooms(db, caller, { text: 'one' }, end)).rejects.toThrow('ended 1');
  expect(turns).toBe(1);
});

test('R4 a search reads each part of the private rooms in its turn, so that waiting searches hold no names', async () => {
  const names = Array.from({ length: NAMES_PER_TURN + 1 }, (_, index) => `Private ${index}`);
  const { db, caller } = await createRooms('private', names);
  const { id } = await db.selectFrom('rooms').select('id').orderBy('id').executeTakeFirstOrThrow();
  let turns = 0;
  const takeTurn = async () => {
    if (++turns === 2) await db.updateTable('rooms').set({ name: 'Renamed' }).where('id', '=', id).execute();
  };
  const { rooms } = await findRooms(db, caller, { text: 'renamed' }, takeTurn);
  expect(rooms.map(({ name }) => name)).toEqual(['Renamed']);
});

test('R4 stored names of private rooms are found as the function over names finds them', async () => {
  const piece = fc.constantFrom('Ann', 'ß', '山田', '김', 'ﷺ', '😀', ' ', '-', '\u0301', '+', 'ヤ', 'é', 'x');
  const text = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => `${pieces.join('')}a`);
  const [names, searches] = fc.sample(fc.tuple(fc.array(text, { minLength: 15 }), fc.array(text)), {
    numRuns: 1,
    seed: 7,
  })[0] ?? [[], []];
  const { db, caller } = await createRooms('private', names);
  const parts = names.flatMap(name => [name, name.slice(0, 2), name.slice(-2)]);
  for (const search of [...searches, ...parts].map(search => search.toWellFormed().trim()).filter(Boolean)) {
    const found = (await findRooms(db, caller, { text: search })).rooms.map(({ name }) => name);
    const expected = names.filter(name => matchesName(name, search));
    expect([search, found.toSorted()]).toEqual([search, expected.toSorted().slice(0, MAX_FOUND_ROOMS)]);
  }
});

import { type CommandOutput, FOREVER, MAX_LISTED_WORKSPACE_ROWS } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Db } from '../../db/schema.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { listWorkspaceRooms } from './room-list.ts';

type Page = CommandOutput<'list_workspace_rooms'>;
type Sort = 'activity' | 'name';

/** Wanda looks after the server, and Ann creates rooms, one a second. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  const create = async (name: string, seconds: number, kind: 'open' | 'private' = 'open') => {
    const at = NOW + seconds * 1_000;
    return (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name, kind }), at)).output
      .room.id;
  };
  const list = (sort: Sort, descending: boolean, text?: string) => readAll(db, wanda, sort, descending, text);
  return { db, ann, wanda, create, list };
}

/** The names of all pages. */
async function readAll(db: Db, uid: string, sort: Sort, descending: boolean, text?: string) {
  const pages: Page[] = [];
  do {
    const input = { sort, descending, text, after: pages.at(-1)?.next };
    pages.push(await listWorkspaceRooms(db, { uid, now: NOW }, input));
  } while (pages.at(-1)?.next);
  return pages.flatMap(({ rooms }) => rooms.map(({ name }) => name));
}

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

test('A17 open rooms are sorted by activity, with archived ones as the least active, or by name', async () => {
  const { db, ann, create, list } = await createSetup();
  const cellar = await create('cellar', 1);
  await create('Ätna', 2);
  const barn = await create('Barn', 3);
  const attic = await create('attic', 4);
  await create('Hidden', 5, 'private');
  await runJob(db, job('archive_room', ann, { roomId: barn, archived: true }), NOW + 9_000);
  await runJob(db, job('archive_room', ann, { roomId: attic, archived: true }), NOW + 8_000);
  await runJob(db, createSendJob(ann, { roomId: cellar }), NOW + 7_000);
  expect(await list('activity', true)).toEqual(['cellar', 'Ätna', 'Barn', 'attic']);
  expect(await list('activity', false)).toEqual(['attic', 'Barn', 'Ätna', 'cellar']);
  expect(await list('name', false)).toEqual(['Ätna', 'attic', 'Barn', 'cellar']);
  expect(await list('name', true)).toEqual(['cellar', 'Barn', 'attic', 'Ätna']);
  expect(await list('activity', true, 'B')).toEqual(['Barn']);
});

test('A17 pages of each order contain every open room once, also rooms with equal names and times', async () => {
  const { db, ann, create, list } = await createSetup();
  const count = 2 * MAX_LISTED_WORKSPACE_ROWS;
  for (let at = 0; at < count; at++) await create('Same', at % 2);
  const archived = await create('Last', 0);
  await runJobs(db, job('archive_room', ann, { roomId: archived, archived: true }));
  for (const sort of ['activity', 'name'] as const)
    for (const descending of [true, false])
      expect((await list(sort, descending)).toSorted()).toEqual(['Last', ...Array(count).fill('Same')]);
  expect((await list('activity', true, 'same')).length).toBe(count);
});

test('A17 rooms that are deleted, or from which the workspace admin is banned, are not listed', async () => {
  const { db, ann, wanda, create, list } = await createSetup();
  const [gone, banned] = [await create('Gone', 1), await create('Banned', 2)];
  await create('Shown', 3);
  await runJob(db, job('delete_room', ann, { roomId: gone, name: 'Gone' }));
  await runJob(db, job('set_member', ann, { roomId: banned, uid: wanda, bannedUntil: FOREVER }));
  expect(await list('activity', true)).toEqual(['Shown']);
  expect(await list('name', true)).toEqual(['Shown']);
});

import { type CommandOutput, MAX_COUNTED_MEMBERS, MAX_LISTED_WORKSPACE_ROWS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  temporaryDatabase,
} from '../../testing/database.ts';
import { listPrivateRooms } from './private-room-list.ts';

type Page = CommandOutput<'list_private_rooms'>;

/** Ann creates rooms, one a second. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const create = async (seconds: number, kind: 'open' | 'private' = 'private') => {
    const roomJob = createRoomJob(ann, { name: 'Hidden', kind });
    return (await runJob<CommandOutput<'create_room'>>(db, roomJob, NOW + seconds * 1_000)).output.room.id;
  };
  const readAll = async (descending: boolean) => {
    const pages: Page[] = [await listPrivateRooms(db, { descending })];
    while (pages.at(-1)?.next)
      pages.push(await listPrivateRooms(db, { descending, after: pages.at(-1)?.next }));
    return pages.flatMap(({ rooms }) => rooms);
  };
  return { db, ann, ben, create, readAll };
}

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

test('A23 private rooms are listed by activity, archived ones as the least active, without their names', async () => {
  const { db, ann, ben, create, readAll } = await createSetup();
  const [first, second, archived] = [await create(1), await create(2), await create(3)];
  await create(4, 'open');
  const deleted = await create(5);
  await runJob(db, job('archive_room', ann, { roomId: archived, archived: true }), NOW + 6_000);
  await runJob(db, job('delete_room', ann, { roomId: deleted, name: 'Hidden' }));
  await runJob(db, job('open_direct', ann, { uids: [ben], id: newId() }), NOW + 7_000);
  await runJob(db, job('set_member', ann, { roomId: first, uid: ben, member: true }));
  await runJob(db, createSendJob(ann, { roomId: first }), NOW + 8_000);
  const rooms = await readAll(true);
  expect(rooms).toMatchObject([
    { id: first, memberCount: 2, createdAt: NOW + 1_000, lastActiveAt: NOW + 8_000 },
    { id: second, memberCount: 1 },
    { id: archived, archivedAt: NOW + 6_000 },
  ]);
  expect(JSON.stringify(rooms)).not.toContain('Hidden');
  expect((await readAll(false)).map(({ id }) => id)).toEqual([archived, second, first]);
});

test('A23 direct rooms are a number', async () => {
  const { db, ann, ben } = await createSetup();
  expect((await listPrivateRooms(db, { descending: true })).directRooms).toBe(0);
  for (const uids of [[ben], [ben, await addPerson(db, 'Cem')]])
    await runJob(db, job('open_direct', ann, { uids, id: newId() }));
  expect(await listPrivateRooms(db, { descending: true })).toEqual({ rooms: [], directRooms: 2 });
});

test('A23 pages contain every private room once, also rooms with equal times', async () => {
  const { create, readAll } = await createSetup();
  const ids: string[] = [];
  for (let at = 0; at <= MAX_LISTED_WORKSPACE_ROWS; at++) ids.push(await create(at % 2));
  for (const descending of [true, false])
    expect((await readAll(descending)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('A23 of the members of a room, at most 1,000 count', async () => {
  const { db, create, readAll } = await createSetup();
  const roomId = await create(1);
  for (let count = 0; count < MAX_COUNTED_MEMBERS; count += 100) {
    const rows = await Promise.all(
      Array.from({ length: 100 }, async () => ({ userId: await addPerson(db, 'Ben') })),
    );
    await db
      .insertInto('members')
      .values(rows.map(row => ({ ...row, roomId, role: 'member' as const })))
      .execute();
  }
  expect(await readAll(true)).toMatchObject([{ memberCount: MAX_COUNTED_MEMBERS }]);
});

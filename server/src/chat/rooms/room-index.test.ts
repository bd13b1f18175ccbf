import type { CommandOutput, Event, Person, Room } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { MUTATIONS } from '../../commands/mutations.ts';
import type { Db } from '../../db/schema.ts';
import { Writer } from '../../db/writer.ts';
import { createPersonIndexSweep } from '../../people/profiles/person-index.ts';
import { findPersonIds } from '../../people/profiles/person-names.ts';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  NOW,
  runBatch,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { findRooms } from './find-rooms.ts';
import { createRoomIndexSweep } from './room-index.ts';
import { findRoomIds } from './room-names.ts';

const EARLIER_KEYS = [
  ['Łukasz Çelik', ['łukasz celik', 'celik']],
  ['Андрей', ['андреи']],
  ['ヤマダ', ['ヤマタ\u3099', 'マタ\u3099', 'タ\u3099']],
  ['김민수', ['김민수'.normalize('NFKD')]],
] as const;

/** People and rooms with the keys of an earlier release. */
async function createEarlierNames() {
  const { db } = await temporaryDatabase();
  const ids = new Map<string, { uid: string; roomId: string }>();
  for (const [name, keys] of EARLIER_KEYS) {
    const uid = await addPerson(db, name);
    const roomId = newId();
    await runJobs(db, createRoomJob(uid, { id: roomId, name }));
    await db.deleteFrom('room_names').where('roomId', '=', roomId).execute();
    await db.deleteFrom('people_names').where('userId', '=', uid).execute();
    for (const [index, words] of keys.entries()) {
      const key = { isInside: Math.min(index, 1), words };
      await db
        .insertInto('room_names')
        .values({ ...key, roomId })
        .execute();
      await db
        .insertInto('people_names')
        .values({ ...key, userId: uid })
        .execute();
    }
    ids.set(name, { uid, roomId });
  }
  const find = async (text: string) => {
    const [{ uids }, { roomIds }] = [await findPersonIds(db, { text }), await findRoomIds(db, { text })];
    const toNames = (found: readonly string[]) =>
      [...ids]
        .filter(([, { uid, roomId }]) => found.includes(uid) || found.includes(roomId))
        .map(([name]) => name);
    expect(toNames(uids)).toEqual(toNames(roomIds));
    expect([new Set(uids).size, new Set(roomIds).size]).toEqual([uids.length, roomIds.length]);
    return toNames(uids);
  };
  const committed: Event[] = [];
  const writer = new Writer<typeof MUTATIONS>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs),
    onCommit: publications => void committed.push(...publications.map(({ event }) => event)),
    onFailure: () => {},
  });
  return { db, find, writer, committed };
}

test('R4 until the job has replaced the keys of an earlier release, searches find what they found', async () => {
  const { find } = await createEarlierNames();
  for (const text of ['łuk', 'Łukasz Çelik', 'çelik łukasz', 'celik'])
    expect([text, await find(text)]).toEqual([text, ['Łukasz Çelik']]);
  expect(await find('андрей')).toEqual(['Андрей']);
  expect(await find('マダ')).toEqual(['ヤマダ']);
  expect(await find('김민')).toEqual(['김민수']);
});

test('R4 the jobs replace the keys of people and rooms of an earlier release', async () => {
  const { db, find, writer } = await createEarlierNames();
  for (const sweep of [createRoomIndexSweep(db, writer), createPersonIndexSweep(db, writer)])
    expect(await sweep.step(undefined)).toBeUndefined();
  for (const [text, name] of [
    ['lukasz', 'Łukasz Çelik'],
    ['łuk', 'Łukasz Çelik'],
    ['андрей', 'Андрей'],
    ['やま', 'ヤマダ'],
    ['マダ', 'ヤマダ'],
    ['민', '김민수'],
  ] as const)
    expect([text, await find(text)]).toEqual([text, [name]]);
});

test('R4 the job leaves out private and deleted rooms', async () => {
  const { db, writer } = await createEarlierNames();
  const uid = await addPerson(db, 'Ann');
  const [hidden, deleted] = [newId(), newId()];
  await runJobs(db, createRoomJob(uid, { id: hidden, name: 'Hidden', kind: 'private' }));
  await runJobs(db, createRoomJob(uid, { id: deleted, name: 'Deleted' }));
  await runJobs(db, {
    mutation: 'delete_room',
    caller: { uid },
    input: { roomId: deleted, name: 'Deleted' },
  });
  await createRoomIndexSweep(db, writer).step(undefined);
  for (const text of ['hidden', 'deleted']) expect((await findRoomIds(db, { text })).roomIds).toEqual([]);
});

/** As a server of an earlier release stored it. */
async function storeEarlierName(db: Db, table: 'users' | 'rooms', id: string, name: string): Promise<void> {
  await db.updateTable(table).set({ name }).where('id', '=', id).execute();
}

async function readName(db: Db, table: 'users' | 'rooms', id: string) {
  return db.selectFrom(table).select(['name', 'folded']).where('id', '=', id).executeTakeFirstOrThrow();
}

test('R4 people, bots, open and private rooms have a folded name, which a new name replaces', async () => {
  const { db, uid } = await createTestRoom();
  for (const kind of ['open', 'private'] as const) {
    const { output } = await runJob<CommandOutput<'create_room'>>(
      db,
      createRoomJob(uid, { name: 'Čaj', kind }),
    );
    const roomId = output.room.id;
    expect((await readName(db, 'rooms', roomId)).folded).toBe('caj');
    await runJob(db, { mutation: 'edit_room', caller: { uid }, input: { roomId, name: 'ÉTÉ' } });
    expect((await readName(db, 'rooms', roomId)).folded).toBe('ete');
    await runJob(db, { mutation: 'edit_room', caller: { uid }, input: { roomId, name: 'été' } });
    expect((await readName(db, 'rooms', roomId)).folded, 'of a name that folds to the same').toBe('ete');
    await storeEarlierName(db, 'rooms', roomId, 'Tea');
    expect((await readName(db, 'rooms', roomId)).folded, 'by an earlier release').toBe(null);
  }
  await runJob(db, { mutation: 'set_nickname', caller: { uid }, input: { name: 'Ånn' } });
  expect((await readName(db, 'users', uid)).folded).toBe('ann');
  await storeEarlierName(db, 'users', uid, 'Ben');
  expect((await readName(db, 'users', uid)).folded).toBe(null);
  const bot = { id: newId(), name: 'Róbo' };
  await runJob(db, { mutation: 'create_bot', caller: { uid }, input: bot });
  expect((await readName(db, 'users', bot.id)).folded).toBe('robo');
});

test('R4 the jobs fold the names of people and rooms that a server of an earlier release stored', async () => {
  const { db, writer } = await createEarlierNames();
  const uid = await addPerson(db, 'Ørsted');
  const roomId = newId();
  await runJobs(db, createRoomJob(uid, { id: roomId, name: 'Room', kind: 'private' }));
  await storeEarlierName(db, 'rooms', roomId, 'Þing');
  const find = async () => (await findRooms(db, { uid, now: NOW }, { text: 'thing' })).rooms.length;
  expect(await find(), 'before the job').toBe(1);
  for (const sweep of [createRoomIndexSweep(db, writer), createPersonIndexSweep(db, writer)])
    await sweep.step(undefined);
  expect((await readName(db, 'rooms', roomId)).folded).toBe('thing');
  expect((await readName(db, 'users', uid)).folded).toBe('orsted');
  expect(await find()).toBe(1);
});

test('V5 the jobs clean stored names of people and rooms, and everyone who sees them learns of it', async () => {
  const { db, writer, committed } = await createEarlierNames();
  const uid = await addPerson(db, '\u202enimda');
  const roomIds = { open: newId(), private: newId() };
  for (const [kind, id] of Object.entries(roomIds) as ['open' | 'private', string][]) {
    await runJobs(db, createRoomJob(uid, { id, name: 'Room', kind }));
    await storeEarlierName(db, 'rooms', id, `\u2067${kind}\u200f room`);
  }
  const sweeps = [createRoomIndexSweep(db, writer), createPersonIndexSweep(db, writer)];
  for (const sweep of sweeps) await sweep.step(undefined);
  expect((await readName(db, 'users', uid)).name).toBe('nimda');
  const events = committed.filter(({ type }) => type === 'profile_changed' || type === 'room_edited');
  expect(events).toHaveLength(3);
  expect(events).toContainEqual({
    type: 'profile_changed',
    person: expect.objectContaining({ uid, name: 'nimda', version: 2 }) as Person,
  });
  for (const [kind, id] of Object.entries(roomIds)) {
    const name = `${kind} room`;
    expect(await readName(db, 'rooms', id)).toEqual({ name, folded: name });
    const room = expect.objectContaining({ id, name, description: 'A room', seq: 1 }) as Room;
    expect(events).toContainEqual(expect.objectContaining({ type: 'room_edited', roomId: id, seq: 1, room }));
  }
  committed.length = 0;
  for (const sweep of sweeps) await sweep.step(undefined);
  expect(committed, 'a second run').toEqual([]);
});

test('V5 a stored name of which nothing would remain stays', async () => {
  const { db, writer } = await createEarlierNames();
  const uid = await addPerson(db, '\u202e\u2066');
  await createPersonIndexSweep(db, writer).step(undefined);
  expect((await readName(db, 'users', uid)).name).toBe('\u202e\u2066');
});

import { expect, test } from 'vitest';
import { MUTATIONS } from '../commands/mutations.ts';
import { Writer } from '../db/writer.ts';
import { newId } from '../ids.ts';
import { createPersonIndexSweep } from '../profiles/person-index.ts';
import { findPersonIds } from '../profiles/person-names.ts';
import { addPerson, createRoomJob, runBatch, runJobs, temporaryDatabase } from '../testing/database.ts';
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
  const writer = new Writer<typeof MUTATIONS>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs),
    onCommit: () => {},
    onFailure: () => {},
  });
  return { db, find, writer };
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

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { ENGINE_WORK } from '../../commands/open-store.ts';
import { createSendJob, createTestRoom, readSeq } from '../../testing/database.ts';
import { startWriterThread } from './thread.ts';

test("M1 the writer's thread stores a batch and returns its results", async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const deaths: unknown[] = [];
  const thread = startWriterThread(ENGINE_WORK.writerThread, path, error => deaths.push(error));
  const outcomes = await thread.runBatch([
    createSendJob(uid, { roomId, text: 'one' }),
    createSendJob('nobody', { roomId }),
  ]);
  expect(outcomes).toMatchObject([
    { output: { message: { seq: 1, text: 'one' } }, publications: [{ event: { type: 'message_sent' } }] },
    { error: { code: 'unauthenticated' } },
  ]);
  expect(await readSeq(db, roomId)).toBe(1);
  await thread.stop();
  expect(deaths).toEqual([]);
});

test("H4 a stopping writer's thread first stores its pending batches", async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const thread = startWriterThread(ENGINE_WORK.writerThread, path, () => {});
  const batch = thread.runBatch(Array.from({ length: 100 }, () => createSendJob(uid, { roomId })));
  await thread.stop();
  expect(await batch).toHaveLength(100);
  expect(await readSeq(db, roomId)).toBe(100);
  await db.destroy();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test("a writer's thread that cannot work reports an error", async () => {
  const deaths: unknown[] = [];
  startWriterThread(ENGINE_WORK.writerThread, '/nowhere/snug.db', error => deaths.push(error));
  await expect.poll(() => String(deaths[0])).toMatch(/unable to open database/);
});

test("M4 pending changes of a dying writer's thread are rejected", async () => {
  const deaths: unknown[] = [];
  const thread = startWriterThread(ENGINE_WORK.writerThread, '/nowhere/snug.db', error => deaths.push(error));
  await expect(thread.runBatch([])).rejects.toThrow(/unable to open database/);
});

const MARK = 'MARKED';

interface Ids {
  uid: string;
  roomId: string;
  messageId: string;
}

/** Each stores a mark or finds it in the message, and then replaces or deletes it. */
const ERASURES: [what: string, list: (ids: Ids) => [mutation: string, input: object][]][] = [
  ['deleted messages', ids => [['delete_message', ids]]],
  [
    'a deleted room',
    ids => [
      ['delete_room', { ...ids, name: 'Room' }],
      ['erase_room', ids],
    ],
  ],
  [
    'edited messages',
    ({ roomId, messageId: id }) => [
      ['edit_message', { roomId, id, text: 'x', mentions: [], revision: 0, editId: newId() }],
    ],
  ],
  [
    'earlier descriptions of rooms',
    ({ roomId }) => [MARK, 'x'].map(description => ['edit_room', { roomId, description }]),
  ],
  ['earlier names of people', () => [MARK, 'x'].map(name => ['set_nickname', { name }])],
  [
    'people who erase what they wrote',
    ids => [
      ['delete_account', { erasesWords: true }],
      ['erase_in_room', ids],
      ['erase_own_data', ids],
    ],
  ],
];

async function expectErased([what, list]: (typeof ERASURES)[number]): Promise<void> {
  const { path, uid, roomId } = await createTestRoom();
  const thread = startWriterThread(ENGINE_WORK.writerThread, path, () => {});
  const messageId = newId();
  const text = what.startsWith('earlier') ? 'x' : MARK;
  await thread.runBatch([createSendJob(uid, { roomId, id: messageId, text })]);
  for (const [mutation, input] of list({ uid, roomId, messageId })) {
    const [outcome] = await thread.runBatch([{ mutation, caller: { uid }, input }]);
    expect(outcome).toHaveProperty('output');
  }
  const findMark = (file: string) => (readFileSync(file).includes(MARK) ? what : undefined);
  expect(findMark(`${path}-wal`)).toBe(what);
  await expect.poll(() => findMark(`${path}-wal`)).toBeUndefined();
  expect(findMark(path)).toBeUndefined();
  await thread.stop();
}

test('M6 replaced and erased texts soon leave the log, too', async () => {
  await Promise.all(ERASURES.map(expectErased));
});

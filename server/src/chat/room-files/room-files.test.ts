import { type CommandOutput, MAX_LISTED_FILES, type RoomFileKind } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db, FileTable } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { createSendJob, createTestRoom, NOW, runJob } from '../../testing/database.ts';
import { createListingSweep } from './listing-sweep.ts';
import { readRoomFiles } from './room-files.ts';

type File = Pick<FileTable, 'contentType'> & Partial<Pick<FileTable, 'width' | 'height' | 'peaks'>>;

const PICTURE = { contentType: 'image/png', width: 2, height: 3 };
const RECORDING = { contentType: 'audio/mpeg', peaks: '[1,2]' };
const DOCUMENT = { contentType: 'application/pdf' };

async function sendFile(db: Db, uid: string, roomId: string, file: File, text?: string): Promise<string> {
  const [id, fileId] = [newId(), newId()];
  const none = { width: null, height: null, duration: null, peaks: null };
  await db
    .insertInto('files')
    .values({
      ...none,
      ...file,
      id: fileId,
      key: newId(),
      ownerId: uid,
      name: 'a',
      size: 1,
      createdAt: NOW,
      state: 'unsent',
    })
    .execute();
  const input = { id, roomId, fileId, ...(text !== undefined && { text }) };
  await runJob(db, { mutation: 'send_message', caller: { uid }, input });
  return id;
}

async function sendText(db: Db, uid: string, roomId: string, text: string): Promise<string> {
  const id = newId();
  await runJob(db, createSendJob(uid, { roomId, id, text }));
  return id;
}

async function listIds(db: Db, roomId: string, kind: RoomFileKind): Promise<string[]> {
  return (await readRoomFiles(db, { roomId, kind })).messages.map(({ id }) => id);
}

async function listAll(db: Db, roomId: string): Promise<string[][]> {
  return Promise.all((['picture', 'file', 'link', 'voice'] as const).map(kind => listIds(db, roomId, kind)));
}

async function createMixedRoom() {
  const room = await createTestRoom();
  const { db, uid, roomId } = room;
  const text = await sendText(db, uid, roomId, 'no link: shttp://x, http:// and example.com');
  const picture = await sendFile(db, uid, roomId, PICTURE, 'From https://snug.example/a');
  const voice = await sendFile(db, uid, roomId, RECORDING);
  const others = [
    await sendFile(db, uid, roomId, DOCUMENT),
    await sendFile(db, uid, roomId, { contentType: 'image/png' }),
    await sendFile(db, uid, roomId, { contentType: 'image/svg+xml', width: 1, height: 1 }),
    await sendFile(db, uid, roomId, { contentType: 'audio/mpeg' }),
  ];
  const link = await sendText(db, uid, roomId, 'see [this](HTTPS://snug.example)');
  return {
    ...room,
    text,
    picture,
    voice,
    link,
    expected: [[picture], others.toReversed(), [link, picture], [voice]],
  };
}

test('I9 each list of a room has its kind of messages, newest first', async () => {
  const { db, roomId, expected } = await createMixedRoom();
  expect(await listAll(db, roomId)).toEqual(expected);
  const { output } = await runJob<CommandOutput<'create_room'>>(db, {
    mutation: 'create_room',
    caller: { uid: (await db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id },
    input: { id: newId(), name: 'Other', description: 'x' },
  });
  expect(await listAll(db, output.room.id)).toEqual([[], [], [], []]);
});

test('I9 an edit adds and removes a link', async () => {
  const { db, uid, roomId, text, link, picture } = await createMixedRoom();
  const edit = (id: string, words: string): WriteJob => ({
    mutation: 'edit_message',
    caller: { uid },
    input: { roomId, id, text: words, revision: 0, editId: newId() },
  });
  await runJob(db, edit(text, 'now with http://snug.example'));
  await runJob(db, edit(link, 'now without'));
  expect(await listIds(db, roomId, 'link')).toEqual([picture, text]);
});

test('I9 a deleted message is in no list', async () => {
  const { db, uid, roomId, picture, expected } = await createMixedRoom();
  await runJob(db, { mutation: 'delete_message', caller: { uid }, input: { roomId, messageId: picture } });
  expect(await listAll(db, roomId)).toEqual(expected.map(ids => ids.filter(id => id !== picture)));
});

test('I9 pages have at most 50 messages and 64 kB', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ids: string[] = [];
  for (let index = 0; index < MAX_LISTED_FILES + 2; index++)
    ids.push(
      await sendText(db, uid, roomId, `https://snug.example/${index} ${'a'.repeat(index < 5 ? 9_900 : 1)}`),
    );
  const first = await readRoomFiles(db, { roomId, kind: 'link' });
  const second = await readRoomFiles(db, { roomId, kind: 'link', before: first.next });
  for (const page of [first, second]) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(64 * 1024);
  expect(first.messages).toHaveLength(MAX_LISTED_FILES);
  expect([...first.messages, ...second.messages].map(({ id }) => id)).toEqual(ids.toReversed());
  expect(second.next).toBeUndefined();
});

test('I10 a job examines the messages of earlier releases step by step, and continues after a restart', async () => {
  const { db, uid, roomId, expected } = await createMixedRoom();
  for (let index = 0; index < 450; index++) await sendText(db, uid, roomId, 'words');
  await db.updateTable('messages').set({ links: null, fileKind: null }).execute();
  expect(await listAll(db, roomId)).toEqual([[], [], [], []]);
  const write = (mutation: string, caller: { uid: string }, input: unknown) =>
    runJob(db, { mutation, caller, input }).then(({ output }) => output);
  const createSweep = () => createListingSweep(db, { write } as never);
  const countLeft = async () =>
    (await db.selectFrom('messages').select('id').where('links', 'is', null).execute()).length;
  let left = await countLeft();
  for (let cursor = await createSweep().step(undefined); ; cursor = await createSweep().step(cursor)) {
    expect(left - (await countLeft())).toBeLessThanOrEqual(200);
    left = await countLeft();
    if (cursor === undefined) break;
  }
  expect(left).toBe(0);
  expect(await listAll(db, roomId)).toEqual(expected);
});

test('I10 the job leaves a message alone that was edited meanwhile', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const id = await sendText(db, uid, roomId, 'https://snug.example');
  await db.updateTable('messages').set({ links: null }).execute();
  const write = async (mutation: string, caller: { uid: string }, input: unknown) => {
    const edit = { roomId, id, text: 'no link', revision: 0, editId: newId() };
    await runJob(db, { mutation: 'edit_message', caller: { uid }, input: edit });
    return runJob(db, { mutation, caller, input });
  };
  await createListingSweep(db, { write } as never).step(undefined);
  expect(await listIds(db, roomId, 'link')).toEqual([]);
});

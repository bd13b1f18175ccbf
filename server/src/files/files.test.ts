import type { CommandOutput } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { readChanges, readPage } from '../chat/messages/message-store.ts';
import { findRoom } from '../chat/rooms/room-rows.ts';
import type { FileTable } from '../db/schema.ts';
import type { WriteJob } from '../db/store.ts';
import {
  addPerson,
  createTestRoom,
  isOnPostgres,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
} from '../testing/database.ts';
import { accessUpload } from './access.ts';
import type { NewFile } from './files.ts';

type Sent = CommandOutput<'send_message'>;
const MINUTE = 60_000;
/** Room for nine of the test's files, which have 5 bytes each. */
const QUOTA = 49;

function addJob(uid: string, id: string, duration: number | null = null): WriteJob {
  const details = { width: null, height: null, duration, peaks: null };
  const input: NewFile & { quota: number } = {
    quota: QUOTA,
    id,
    key: `key ${id}`,
    name: 'a.txt',
    contentType: 'text/plain',
    size: 5,
    ...details,
  };
  return { mutation: 'add_file', caller: { uid }, input };
}

function sendFile(
  uid: string,
  input: { roomId: string; id?: string; fileId: string; text?: string },
): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: { id: newId(), ...input } };
}

function discardJob(uid: string, fileId: string): WriteJob {
  return { mutation: 'discard_file', caller: { uid }, input: { fileId } };
}

async function createFile() {
  const room = await createTestRoom();
  const fileId = newId();
  await runJob(room.db, addJob(room.uid, fileId));
  const states = async () => {
    const rows = await room.db.selectFrom('files').select(['id', 'state']).orderBy('id').execute();
    return rows.map(({ state }): FileTable['state'] => state);
  };
  return { ...room, fileId, states };
}

test('F4 every read of a message contains its file', async () => {
  const { db, uid, roomId, fileId, states } = await createFile();
  const { output, publications } = await runJob<Sent>(db, sendFile(uid, { roomId, fileId }));
  const file = {
    id: fileId,
    name: 'a.txt',
    contentType: 'text/plain',
    size: 5,
    url: `/files/${fileId}/a.txt`,
  };
  expect(output.message).toMatchObject({ file });
  expect(output.message).not.toHaveProperty('text');
  expect(publications).toMatchObject([{ event: { type: 'message_sent', message: output.message } }]);
  const stored = output.message;
  expect((await readPage(db, roomId, 9, 9)).messages).toEqual([stored]);
  expect(await readChanges(db, roomId, 0, 9)).toEqual([stored]);
  const { lastMessage } = (await findRoom(db, roomId)) ?? {};
  expect(lastMessage?.file).toEqual({ name: 'a.txt', contentType: 'text/plain' });
  expect(await states()).toEqual(['sent']);
});

test('the row of a room contains the duration of its last recording', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const fileId = newId();
  await runJob(db, addJob(uid, fileId, 2_000));
  const { output } = await runJob<Sent>(db, sendFile(uid, { roomId, fileId, text: 'Listen' }));
  const expected = { name: 'a.txt', contentType: 'text/plain', duration: 2_000 };
  expect(output.message.file).toMatchObject(expected);
  expect((await findRoom(db, roomId))?.lastMessage?.file).toEqual(expected);
});

test('M2 M3 a repeated message with a file returns the same result, and its id cannot name another file', async () => {
  const { db, uid, roomId, fileId } = await createFile();
  const other = newId();
  await runJob(db, addJob(uid, other));
  const input = { roomId, id: newId(), fileId, text: 'look' };
  const first = await runJob<Sent>(db, sendFile(uid, input));
  expect(await runJob(db, sendFile(uid, input))).toEqual({ output: first.output, publications: [] });
  const { fileId: _, ...withoutFile } = input;
  const jobs: WriteJob[] = [
    sendFile(uid, { ...input, fileId: other }),
    sendFile(uid, { ...input, text: 'other' }),
    { ...sendFile(uid, input), input: withoutFile },
  ];
  for (const outcome of await runJobs(db, ...jobs))
    expect(outcome).toMatchObject({ error: { code: 'id_taken' } });
});

test('F4 a file belongs to one message, and only its owner can send it', async () => {
  const { db, uid, roomId, fileId, states } = await createFile();
  const ben = await addPerson(db, 'Ben');
  const notFound = { error: { code: 'not_found' } };
  expect(await runJobs(db, sendFile(ben, { roomId, fileId }))).toMatchObject([notFound]);
  expect(await runJobs(db, sendFile(uid, { roomId, fileId: newId() }))).toMatchObject([notFound]);
  expect(await runJobs(db, sendFile(uid, { roomId: newId(), fileId }))).toMatchObject([notFound]);
  expect(await states(), 'a rejected message uses no file').toEqual(['unsent']);
  const twice = await runJobs(db, sendFile(uid, { roomId, fileId }), sendFile(uid, { roomId, fileId }));
  expect(twice).toMatchObject([{ output: {} }, { error: { code: 'forbidden' } }]);
  expect(await runJobs(db, sendFile(ben, { roomId, fileId }))).toMatchObject([notFound]);
});

test('F5 a deleted message releases its file, and sending it again does not restore it', async () => {
  const { db, uid, roomId, fileId, states } = await createFile();
  const input = { roomId, id: newId(), fileId };
  await runJob(db, sendFile(uid, input));
  const message = { roomId, messageId: input.id };
  const job = { mutation: 'delete_message', caller: { uid }, input: message };
  const { output, publications } = await runJob<object>(db, job);
  expect(output).toMatchObject({ deletedFile: { id: fileId, key: `key ${fileId}` } });
  expect(JSON.stringify(publications)).not.toMatch(/a\.txt|key/);
  expect(await states()).toEqual(['deleted']);
  expect((await runJob<object>(db, job)).output).not.toHaveProperty('deletedFile');
  const again = await runJob<Sent>(db, sendFile(uid, input));
  expect(again.output.message).not.toHaveProperty('file');
  expect(await states()).toEqual(['deleted']);
  expect((await findRoom(db, roomId))?.lastMessage).toBeUndefined();
  await runJob(db, { mutation: 'purge_file', caller: { uid: '' }, input: { fileId } });
  expect(await states()).toEqual([]);
});

test('F5 only its owner can discard an upload, any number of times, until it is sent', async () => {
  const { db, uid, roomId, fileId, states } = await createFile();
  const ben = await addPerson(db, 'Ben');
  expect(await runJob(db, discardJob(ben, fileId))).toEqual({ output: {}, publications: [] });
  expect(await runJob(db, discardJob(uid, newId()))).toEqual({ output: {}, publications: [] });
  expect(await states()).toEqual(['unsent']);
  expect((await runJob<object>(db, discardJob(uid, fileId))).output).toMatchObject({ file: { id: fileId } });
  expect(await runJob(db, discardJob(uid, fileId))).toEqual({ output: {}, publications: [] });
  expect(await runJobs(db, sendFile(uid, { roomId, fileId }))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
  const sent = newId();
  await runJobs(db, addJob(uid, sent), sendFile(uid, { roomId, fileId: sent }));
  expect(await runJobs(db, discardJob(uid, sent))).toMatchObject([{ error: { code: 'forbidden' } }]);
  expect(await states()).toEqual(['deleted', 'sent']);
});

test('F2 each person can have five unsent uploads, and those older than ten minutes do not count', async () => {
  const { db, uid, roomId, fileId } = await createFile();
  const ben = await addPerson(db, 'Ben');
  const four = [1, 2, 3, 4].map(() => addJob(uid, newId()));
  const outcomes = await runJobs(db, ...four, addJob(uid, newId()), addJob(ben, newId()));
  expect(outcomes.map(outcome => 'output' in outcome)).toEqual([true, true, true, true, false, true]);
  expect(outcomes[4]).toMatchObject({ error: { code: 'limit_exceeded' } });
  await runJobs(db, sendFile(uid, { roomId, fileId }));
  const later = (ms: number) => runJobsAt(NOW + ms, db, addJob(uid, newId()));
  expect(await later(0)).toMatchObject([{ output: {} }]);
  expect(await later(10 * MINUTE - 1)).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  expect(await later(10 * MINUTE)).toMatchObject([{ output: {} }]);
});

test('F8 the files of one person have a total limit, and deleted files do not count', async () => {
  const { db, uid, roomId, fileId } = await createFile();
  const input = { roomId, id: newId(), fileId };
  await runJob(db, sendFile(uid, input));
  for (let count = 1; count < 9; count++) {
    const id = newId();
    await runJobs(db, addJob(uid, id), sendFile(uid, { roomId, fileId: id }));
  }
  const message = 'That would take your files over 0 MB. Delete some first.';
  expect(await runJobs(db, addJob(uid, newId()))).toMatchObject([
    { error: { code: 'limit_exceeded', message } },
  ]);
  const ben = await addPerson(db, 'Ben');
  expect(await runJobs(db, addJob(ben, newId()))).toMatchObject([{ output: {} }]);
  const removal = { roomId, messageId: input.id };
  await runJob(db, { mutation: 'delete_message', caller: { uid }, input: removal });
  expect(await runJobs(db, addJob(uid, newId()), addJob(uid, newId()))).toMatchObject([
    { output: {} },
    { error: { code: 'limit_exceeded' } },
  ]);
});

test.skipIf(isOnPostgres)(
  'F8 the sum of a person’s file sizes comes from an index, not from the rows',
  async () => {
    const { db } = await createFile();
    const { rows } = await sql<{ detail: string }>`explain query plan
    select coalesce(sum("size"), 0) from "files" where "ownerId" = 'x' and "state" <> 'deleted'`.execute(db);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining('COVERING INDEX files_owner')]);
  },
);

test('F5 an unsent upload is released after a day', async () => {
  const { db, uid, roomId, fileId, states } = await createFile();
  const sent = newId();
  await runJobs(db, addJob(uid, sent), sendFile(uid, { roomId, fileId: sent }));
  await runJobsAt(NOW + 1, db, addJob(uid, newId()));
  const expire = (now: number) =>
    runJob(db, { mutation: 'expire_files', caller: { uid: '' }, input: { limit: 9 } }, now);
  await expire(NOW + 24 * 60 * MINUTE);
  expect(await states()).toEqual(['unsent', 'sent', 'unsent']);
  await expire(NOW + 24 * 60 * MINUTE + 1);
  expect(await states()).toEqual(['deleted', 'sent', 'unsent']);
  expect(await runJobs(db, sendFile(uid, { roomId, fileId }))).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});

test('a file in use is not purged', async () => {
  const { db, uid, fileId, states } = await createFile();
  await runJob(db, { mutation: 'purge_file', caller: { uid }, input: { fileId } });
  expect(await states()).toEqual(['unsent']);
});

test('F4 only its owner has access to an upload, and nobody after it was discarded', async () => {
  const { db, uid, fileId } = await createFile();
  const eve = await addPerson(db, 'Eve');
  expect(await accessUpload(db, uid, fileId)).toMatchObject({ fileId });
  await expect(accessUpload(db, eve, fileId)).rejects.toMatchObject({ code: 'not_found' });
  await runJob(db, discardJob(uid, fileId));
  await expect(accessUpload(db, uid, fileId)).rejects.toMatchObject({ code: 'not_found' });
});

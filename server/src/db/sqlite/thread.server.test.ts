import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { createSendJob, createTestRoom, readSeq } from '../../testing/database.ts';
import { startWriterThread } from './thread.ts';

test("M1 the writer's thread stores a batch and returns its results", async () => {
  const { db, path, uid, roomId } = await createTestRoom();
  const deaths: unknown[] = [];
  const thread = startWriterThread(path, error => deaths.push(error));
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
  const thread = startWriterThread(path, () => {});
  const batch = thread.runBatch(Array.from({ length: 100 }, () => createSendJob(uid, { roomId })));
  await thread.stop();
  expect(await batch).toHaveLength(100);
  expect(await readSeq(db, roomId)).toBe(100);
  await db.destroy();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test("a writer's thread that cannot work reports an error", async () => {
  const deaths: unknown[] = [];
  startWriterThread('/nowhere/snug.db', error => deaths.push(error));
  await expect.poll(() => String(deaths[0]), { timeout: 10_000 }).toMatch(/unable to open database/);
});

test("M4 pending changes of a dying writer's thread are rejected", async () => {
  const deaths: unknown[] = [];
  const thread = startWriterThread('/nowhere/snug.db', error => deaths.push(error));
  await expect(thread.runBatch([])).rejects.toThrow(/unable to open database/);
});

const DELETIONS: [what: string, mutations: string[]][] = [
  ['deleted messages', ['delete_message']],
  ['a deleted room', ['delete_room', 'erase_room']],
];

test.for(DELETIONS)('M6 texts of %s soon leave the log, too', async ([, mutations]) => {
  const { path, uid, roomId } = await createTestRoom();
  const thread = startWriterThread(path, () => {});
  const messageId = newId();
  await thread.runBatch([createSendJob(uid, { roomId, id: messageId, text: 'MARKED' })]);
  const input = { roomId, messageId, name: 'Room' };
  await thread.runBatch(mutations.map(mutation => ({ mutation, caller: { uid }, input })));
  const isInLog = () => readFileSync(`${path}-wal`).includes('MARKED');
  expect(isInLog()).toBe(true);
  await expect.poll(isInLog).toBe(false);
  expect(readFileSync(path, 'latin1')).not.toContain('MARKED');
  await thread.stop();
});

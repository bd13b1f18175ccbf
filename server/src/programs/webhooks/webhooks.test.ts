import { type CommandOutput, FOREVER, MAX_ROOM_WEBHOOKS, MAX_WEBHOOKS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  readSeq,
  runJob,
  runJobs,
} from '../../testing/database.ts';
import { findWebhook, listWebhooksBy } from './webhook-store.ts';

const URL = 'https://receiver.example/';

function createJob(uid: string, input: { roomId: string; id?: string; url?: string }): WriteJob {
  return { mutation: 'create_webhook', caller: { uid }, input: { id: newId(), url: URL, ...input } };
}

const remove = (uid: string, input: { id: string; roomId: string }): WriteJob => ({
  mutation: 'delete_webhook',
  caller: { uid },
  input,
});

async function addWebhook(db: Db, uid: string, roomId: string): Promise<string> {
  const id = newId();
  await runJob(db, createJob(uid, { roomId, id }));
  return id;
}

test('OW1 a webhook begins at the end of the room, and a repeated creation returns it', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const job = createJob(uid, { roomId });
  const [one, again] = [await runJob(db, job), await runJob(db, job)];
  expect(again.output).toEqual(one.output);
  const [webhook] = await listWebhooksBy(db, uid);
  expect(webhook).toMatchObject({ roomId, url: URL, seq: await readSeq(db, roomId), paused: null });
  const { input } = job as { input: object };
  const bob = await addPerson(db, 'Bob');
  const outcomes = await runJobs(
    db,
    { ...job, input: { ...input, url: 'https://other.example/' } },
    { ...job, caller: { uid: bob } },
  );
  expect(outcomes).toMatchObject([{ error: { code: 'id_taken' } }, { error: { code: 'id_taken' } }]);
});

test('OW1 whoever may read a room may create a webhook for it, and nobody else', async () => {
  const { db, uid } = await createTestRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind: 'private' }));
  const roomId = output.room.id;
  const bob = await addPerson(db, 'Bob');
  expect(await runJobs(db, createJob(bob, { roomId }))).toMatchObject([{ error: { code: 'not_found' } }]);
  await runJob(db, { mutation: 'set_member', caller: { uid }, input: { roomId, uid: bob, member: true } });
  await addWebhook(db, bob, roomId);
  await runJob(db, {
    mutation: 'set_member',
    caller: { uid },
    input: { roomId, uid: bob, bannedUntil: FOREVER },
  });
  expect(await runJobs(db, createJob(bob, { roomId }))).toMatchObject([{ error: { code: 'not_found' } }]);
});

test('OW1 the webhooks of a person and of a room are limited', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const people = [uid, ...(await Promise.all(['Bob', 'Cat'].map(name => addPerson(db, name))))];
  const [ann = '', bob = '', cat = ''] = people;
  for (let count = 0; count < MAX_WEBHOOKS; count++)
    for (const person of [ann, bob]) await addWebhook(db, person, roomId);
  expect(MAX_ROOM_WEBHOOKS).toBe(2 * MAX_WEBHOOKS);
  const outcomes = await runJobs(db, createJob(ann, { roomId }), createJob(cat, { roomId }));
  expect(outcomes).toMatchObject([
    { error: { code: 'limit_exceeded' } },
    { error: { code: 'limit_exceeded' } },
  ]);
  const [first] = await listWebhooksBy(db, ann);
  await runJob(db, remove(ann, { id: first?.id ?? '', roomId }));
  await addWebhook(db, cat, roomId);
});

test('OW1 only its creator deletes a webhook or lets it try again', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const bob = await addPerson(db, 'Bob');
  const id = await addWebhook(db, uid, roomId);
  await runJob(db, remove(bob, { id, roomId }));
  const retry: WriteJob = { mutation: 'retry_webhook', caller: { uid: bob }, input: { id, roomId } };
  expect(await runJobs(db, retry)).toMatchObject([{ error: { code: 'not_found' } }]);
  expect(await findWebhook(db, id)).toBeDefined();
  await runJob(db, remove(uid, { id, roomId }));
  expect(await findWebhook(db, id)).toBeUndefined();
});

test('OW6 the webhooks of a deleted account and of an erased room are deleted', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const bob = await addPerson(db, 'Bob');
  const ofBob = await addWebhook(db, bob, roomId);
  const ofAnn = await addWebhook(db, uid, roomId);
  await runJob(db, { mutation: 'delete_account', caller: { uid: bob }, input: { erasesWords: false } });
  expect([await findWebhook(db, ofBob), (await findWebhook(db, ofAnn))?.id]).toEqual([undefined, ofAnn]);
  await runJob(db, { mutation: 'delete_room', caller: { uid }, input: { roomId, name: 'Room' } });
  for (let part = 0; part < 3; part++)
    await runJobs(db, { mutation: 'erase_room', caller: { uid: '' }, input: { roomId } });
  expect(await findWebhook(db, ofAnn)).toBeUndefined();
});

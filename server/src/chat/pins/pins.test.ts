import { type CommandOutput, type EventOf, MAX_LISTED_PINS, MAX_PINS } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createSendJob,
  createTestRoom,
  NOW,
  readSeq,
  runJob,
  runJobs,
  runJobsAt,
} from '../../testing/database.ts';
import { readChanges } from '../messages/message-store.ts';
import { findRoom } from '../rooms/room-rows.ts';
import { readPins } from './pin-list.ts';

type Pinned = CommandOutput<'set_pin'>;
type Opened = CommandOutput<'open_direct'>;

interface MessageRef {
  roomId: string;
  messageId: string;
}

function pinJob(uid: string, message: MessageRef, on = true): WriteJob {
  return { mutation: 'set_pin', caller: { uid }, input: { ...message, on } };
}

async function send(db: Db, uid: string, roomId: string, text = 'hello'): Promise<MessageRef> {
  const messageId = newId();
  await runJob(db, createSendJob(uid, { roomId, id: messageId, text }));
  return { roomId, messageId };
}

async function readIds(db: Db, roomId: string): Promise<string[]> {
  return (await readPins(db, roomId)).messages.map(({ id }) => id);
}

test('I1 a pin is a step of the log that everyone in the room receives', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId);
  const { output, publications } = await runJob<Pinned>(db, pinJob(uid, message));
  const expected = { id: message.messageId, changedSeq: 2, pinnedAt: NOW, pinnedBy: uid };
  expect(output.message).toMatchObject(expected);
  const event = { type: 'message_pinned', seq: 2, uid, on: true, pinCount: 1, message: expected };
  expect(publications).toMatchObject([{ topic: `room:${roomId}`, event }]);
  expect(await readChanges(db, roomId, 1, 10)).toMatchObject([expected]);
  expect(await findRoom(db, roomId)).toMatchObject({ pinCount: 1 });
  const unpinned = await runJob<Pinned>(db, pinJob(uid, message, false));
  expect(unpinned.publications).toMatchObject([{ event: { on: false, pinCount: 0 } }]);
  expect(unpinned.output.message).not.toHaveProperty('pinnedAt');
  expect(await findRoom(db, roomId)).not.toHaveProperty('pinCount');
});

test('I1 a repeated pin changes nothing and takes no seq', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId);
  expect((await runJob(db, pinJob(uid, message, false))).publications).toEqual([]);
  await runJob(db, pinJob(uid, message));
  const again = await runJob<Pinned>(db, pinJob(uid, message));
  expect(again).toMatchObject({ output: { message: { pinnedAt: NOW, changedSeq: 2 } }, publications: [] });
  expect(await readSeq(db, roomId)).toBe(2);
});

test('I1 neither the event nor the result of a pin repeats a long text', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const message = await send(db, uid, roomId, 'a'.repeat(3_000));
  const { output, publications } = await runJob<Pinned>(db, pinJob(uid, message));
  for (const { message: shown, withoutText } of [output, publications[0]?.event as EventOf<'message_pinned'>])
    expect([shown.text, withoutText]).toEqual([undefined, true]);
});

test('I2 admins pin in a room, also in one of their own, and everyone pins in a direct room', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ben = await addPerson(db, 'Ben');
  const own = await send(db, ben, roomId);
  await runJob(db, {
    mutation: 'set_workspace_admin',
    caller: { uid: '' },
    input: { uid: ben, admin: true },
  });
  expect(await runJobs(db, pinJob(ben, own))).toMatchObject([{ error: { code: 'forbidden' } }]);
  await runJob(db, pinJob(uid, own));
  const open: WriteJob = { mutation: 'open_direct', caller: { uid }, input: { uids: [ben], id: newId() } };
  const { output } = await runJob<Opened>(db, open);
  const direct = await send(db, uid, output.room.id);
  await runJob(db, pinJob(ben, direct));
  const stranger = await addPerson(db, 'Cem');
  expect(await runJobs(db, pinJob(stranger, direct))).toMatchObject([{ error: { code: 'not_found' } }]);
});

test('I2 nobody pins a deleted message, or in an archived room', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const [message, deleted] = [await send(db, uid, roomId), await send(db, uid, roomId)];
  await runJob(db, { mutation: 'delete_message', caller: { uid }, input: deleted });
  await runJob(db, { mutation: 'archive_room', caller: { uid }, input: { roomId, archived: true } });
  expect(await runJobs(db, pinJob(uid, message))).toMatchObject([{ error: { code: 'forbidden' } }]);
  await runJob(db, { mutation: 'archive_room', caller: { uid }, input: { roomId, archived: false } });
  expect(await runJobs(db, pinJob(uid, deleted))).toMatchObject([{ error: { code: 'not_found' } }]);
});

test('I3 a deletion unpins', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const [kept, deleted] = [await send(db, uid, roomId), await send(db, uid, roomId)];
  await runJobs(db, pinJob(uid, kept), pinJob(uid, deleted));
  const job: WriteJob = { mutation: 'delete_message', caller: { uid }, input: deleted };
  const { output, publications } = await runJob<CommandOutput<'delete_message'>>(db, job);
  expect(publications).toMatchObject([{ event: { type: 'message_deleted', pinCount: 1 } }]);
  expect(output.message).not.toHaveProperty('pinnedAt');
  expect(await readIds(db, roomId)).toEqual([kept.messageId]);
});

test('I4 a room has at most 100 pinned messages, and lists them in pages, the last pinned one first', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ids: string[] = [];
  for (let index = 0; index <= MAX_PINS; index++) ids.push((await send(db, uid, roomId)).messageId);
  const outcomes = [];
  for (const [index, messageId] of ids.entries())
    outcomes.push(...(await runJobsAt(NOW + Math.floor(index / 2), db, pinJob(uid, { roomId, messageId }))));
  expect(outcomes.pop()).toMatchObject({ error: { code: 'limit_exceeded' } });
  expect(outcomes.every(outcome => 'output' in outcome)).toBe(true);
  const first = await readPins(db, roomId);
  expect(first.messages).toHaveLength(MAX_LISTED_PINS);
  expect(first.people.map(person => person.uid)).toEqual([uid]);
  const second = await readPins(db, roomId, first.next);
  expect(second.next).toBeUndefined();
  const listed = [...first.messages, ...second.messages].map(({ id }) => id);
  expect(listed).toEqual(ids.slice(0, MAX_PINS).toReversed());
  await runJob(db, pinJob(uid, { roomId, messageId: ids[0] ?? '' }, false));
  await runJob(db, pinJob(uid, { roomId, messageId: ids.at(-1) ?? '' }));
});

test('I4 a page of pinned messages has at most 64 kB, but always a message', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    const message = await send(db, uid, roomId, '\u0001'.repeat(9_000));
    ids.push(message.messageId);
    await runJobsAt(NOW + index, db, pinJob(uid, message));
  }
  const listed: string[] = [];
  for (let page = await readPins(db, roomId); ; page = await readPins(db, roomId, page.next)) {
    expect(page.messages).toHaveLength(1);
    listed.push(...page.messages.map(({ id }) => id));
    if (!page.next) break;
  }
  expect(listed).toEqual(ids.toReversed());
});

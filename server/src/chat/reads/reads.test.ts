import { type CommandOutput, MAX_UNREAD, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { readState } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  runJob,
  runJobs,
  sendMany,
  temporaryDatabase,
} from '../../testing/database.ts';
import type { MovedReads } from './reads.ts';

function readJob(uid: string, roomId: string, move: object): WriteJob {
  return { mutation: 'set_read', caller: { uid }, input: { roomId, version: 1, ...move } };
}

function marksJob(uid: string, reads: object): WriteJob {
  return { mutation: 'set_reads', caller: { uid }, input: { marks: true, reads } };
}

function roomJob(uid: string, mutation: 'join_room' | 'leave_room', roomId: string): WriteJob {
  return { mutation, caller: { uid }, input: { roomId } };
}

async function createRoom() {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { name: 'Garden' }));
  const roomId = output.room.id;
  const get = (uid = ann) => readState(db, uid, roomId);
  return { db, ann, ben, roomId, get };
}

async function send(db: Db, uid: string, roomId: string, input: object = {}): Promise<string> {
  const job = {
    mutation: 'send_message',
    caller: { uid },
    input: { roomId, id: newId(), text: 'hi', ...input },
  };
  return (await runJob<CommandOutput<'send_message'>>(db, job)).output.message.id;
}

test('U1 only members have a cursor, and joining starts at the end', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ann, roomId, 3);
  expect(await get(ben)).toBeUndefined();
  const { publications } = await runJob(db, roomJob(ben, 'join_room', roomId));
  const read = { readSeq: 3, version: 1, unread: 0, mentions: 0, seq: 3 };
  expect(publications).toMatchObject([
    { topic: selfTopic(ben), event: { type: 'membership_changed', read } },
  ]);
  expect(await get(ben)).toMatchObject(read);
  await sendMany(db, ann, roomId, 2);
  expect(await get(ben)).toMatchObject({ readSeq: 3, unread: 2, seq: 5 });
  expect(await get(ann), 'one’s own messages do not count').toMatchObject({ readSeq: 0, unread: 0 });
});

test('U9 a message of one’s own leaves the cursor and the count of the others as they are', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await runJob(db, roomJob(ben, 'join_room', roomId));
  const root = await send(db, ann, roomId);
  await send(db, ann, roomId, { replyTo: root });
  const before = await get(ben);
  expect(before).toMatchObject({ readSeq: 0, unread: 2 });
  await send(db, ben, roomId);
  await send(db, ben, roomId, { replyTo: root });
  expect(await get(ben)).toEqual({ ...before, seq: 4 });
});

test('U1 everyone in a new direct room starts at its beginning', async () => {
  const { db, ann, ben } = await createRoom();
  const id = newId();
  await runJob(db, { mutation: 'open_direct', caller: { uid: ann }, input: { uids: [ben], id } });
  await send(db, ann, id);
  const get = () => readState(db, ben, id);
  expect(await get(), 'the request of a stranger never counts').toMatchObject({ readSeq: 0, unread: 0 });
  const input = { roomId: id, request: null };
  const accepted = await runJob(db, { mutation: 'set_room_options', caller: { uid: ben }, input });
  const events = [{ type: 'membership_changed' }, { type: 'read_moved', roomId: id }];
  expect(accepted.publications).toMatchObject(events.map(event => ({ topic: selfTopic(ben), event })));
  expect(accepted.output, 'the count follows the commit').toMatchObject({ isUncounted: true });
  expect(await get()).toMatchObject({ readSeq: 0, unread: 1 });
});

test('U2 within a version the higher seq wins, up to the end of the log', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ben, roomId, 3);
  const move = (seq: number) => runJob<MovedReads>(db, readJob(ann, roomId, { seq }));
  const topic = selfTopic(ann);
  const forward = await move(2);
  expect(forward.output).toEqual({ reads: {}, uncounted: [roomId], moved: [roomId] });
  expect(forward.publications).toEqual([{ topic, event: { type: 'read_moved', roomId } }]);
  expect(await get()).toMatchObject({ readSeq: 2, version: 1, unread: 1 });
  expect(await move(1)).toMatchObject({ output: { uncounted: [roomId], moved: [] }, publications: [] });
  expect(await get()).toMatchObject({ readSeq: 2 });
  const read = { seq: 3, readSeq: 3, version: 1, unread: 0, mentions: 0 };
  expect(await move(99)).toMatchObject({
    output: { reads: { [roomId]: read }, uncounted: [], moved: [roomId] },
    publications: [{ topic, event: { type: 'read_moved', roomId, read } }],
  });
  expect(await get()).toMatchObject(read);
});

test('U2 the cursor moves back only on demand, and earlier moves change nothing afterwards', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ben, roomId, 3);
  await runJob(db, readJob(ann, roomId, { seq: 3 }));
  const back = readJob(ann, roomId, { seq: 1, back: true });
  const [moved, again, older, wrong] = await runJobs(
    db,
    back,
    back,
    readJob(ann, roomId, { seq: 3 }),
    readJob(ann, roomId, { seq: 3, version: 9 }),
  );
  expect(moved).toMatchObject({
    output: { moved: [roomId] },
    publications: [{ event: { type: 'read_moved', roomId } }],
  });
  for (const outcome of [again, older, wrong])
    expect(outcome).toMatchObject({ output: { moved: [] }, publications: [] });
  expect(await get()).toMatchObject({ readSeq: 1, version: 2, unread: 2 });
});

test('U3 deleted messages and those of blocked people never count, and counts end at 100', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  const cem = await addPerson(db, 'Cem');
  const deleted = await send(db, ben, roomId);
  await runJob(db, {
    mutation: 'delete_message',
    caller: { uid: ben },
    input: { roomId, messageId: deleted },
  });
  await send(db, cem, roomId);
  expect(await get()).toMatchObject({ unread: 1 });
  await runJob(db, { mutation: 'set_block', caller: { uid: ann }, input: { uid: cem, blocked: true } });
  expect(await get()).toMatchObject({ unread: 0 });
  await sendMany(db, ben, roomId, MAX_UNREAD + 5);
  expect(await get()).toMatchObject({ unread: MAX_UNREAD });
});

test('U3 mentions and replies count apart, each message once', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  const own = await send(db, ann, roomId);
  const range = { start: 0, length: 4 };
  await send(db, ben, roomId, {
    text: '@Ann @all',
    mentions: [
      { uid: ann, ...range },
      { uid: null, start: 5, length: 4 },
    ],
    replyTo: own,
  });
  await send(db, ben, roomId, { text: '@all', mentions: [{ uid: null, ...range }] });
  await send(db, ben, roomId);
  expect(await get()).toMatchObject({ unread: 3, mentions: 2 });
  await runJob(db, readJob(ann, roomId, { seq: 2 }));
  expect(await get()).toMatchObject({ unread: 2, mentions: 1 });
});

test('U3 a mention of everyone counts, also if it names a person who was not in the room yet', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  const mentions = [
    { uid: ben, start: 0, length: 4 },
    { uid: null, start: 5, length: 4 },
  ];
  await send(db, ann, roomId, { text: '@Ben @all', mentions });
  await runJob(db, roomJob(ben, 'join_room', roomId));
  await runJob(db, readJob(ben, roomId, { seq: 0, back: true }));
  expect(await get(ben)).toMatchObject({ unread: 1, mentions: 1 });
});

test('U4 leaving ends a cursor: what one has read before changes nothing after one joins again', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await runJob(db, roomJob(ben, 'join_room', roomId));
  await sendMany(db, ann, roomId, 2);
  await runJob(db, roomJob(ben, 'leave_room', roomId));
  expect(await runJobs(db, readJob(ben, roomId, { seq: 1 }))).toMatchObject([
    { error: { code: 'forbidden' } },
  ]);
  expect(await get(ben)).toBeUndefined();
  await runJob(db, roomJob(ben, 'join_room', roomId));
  expect(await get(ben)).toMatchObject({ readSeq: 2, version: 3 });
  await sendMany(db, ann, roomId, 1);
  await runJob(db, readJob(ben, roomId, { seq: 3 }));
  expect(await get(ben)).toMatchObject({ readSeq: 2, unread: 1 });
});

test('U5 several cursors move at once, and rooms of others are left out', async () => {
  const { db, ann, ben, roomId } = await createRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ben, { name: 'Other' }));
  await sendMany(db, ben, roomId, 2);
  const reads = {
    [roomId]: { seq: 9, version: 1 },
    [output.room.id]: { seq: 9, version: 0 },
    [newId()]: { seq: 9, version: 0 },
  };
  const moved = await runJob(db, { mutation: 'set_reads', caller: { uid: ann }, input: { reads } });
  expect(moved.output).toMatchObject({ reads: { [roomId]: { readSeq: 2, unread: 0 } } });
  expect(Object.keys((moved.output as { reads: object }).reads)).toEqual([roomId]);
  expect(moved.publications).toMatchObject([{ event: { type: 'read_moved', roomId } }]);
});

test('U7 a mark of a browser replaces a cursor of the upgrade once, and raises any other one', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ben, roomId, 5);
  await db
    .updateTable('reads')
    .set({ seq: 5, migrated: 1 })
    .where('roomId', '=', roomId)
    .where('userId', '=', ann)
    .execute();
  const mark = (seq: number) => runJob(db, marksJob(ann, { [roomId]: { seq, version: 0 } }));
  await mark(2);
  expect(await get()).toMatchObject({ readSeq: 2, version: 2, unread: 3 });
  await mark(1);
  expect(await get()).toMatchObject({ readSeq: 2 });
  await mark(4);
  expect(await get()).toMatchObject({ readSeq: 4, version: 2 });
});

test('U7 a read clears the mark of the upgrade', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ben, roomId, 5);
  await db.updateTable('reads').set({ seq: 5, migrated: 1 }).where('userId', '=', ann).execute();
  await runJob(db, readJob(ann, roomId, { seq: 5 }));
  await runJob(db, marksJob(ann, { [roomId]: { seq: 2, version: 0 } }));
  expect(await get()).toMatchObject({ readSeq: 5 });
});

test('U7 a mark of an open room joins a person who was never there, and nobody who left', async () => {
  const { db, ann, ben, roomId, get } = await createRoom();
  await sendMany(db, ann, roomId, 3);
  const marks = marksJob(ben, { [roomId]: { seq: 1, version: 0 } });
  const { publications } = await runJob(db, marks);
  expect(publications).toMatchObject([
    { event: { type: 'membership_changed' } },
    { event: { type: 'read_moved', roomId } },
  ]);
  expect(await get(ben)).toMatchObject({ readSeq: 1, unread: 2 });
  await runJob(db, roomJob(ben, 'leave_room', roomId));
  await runJob(db, marks);
  expect(await get(ben)).toBeUndefined();
});

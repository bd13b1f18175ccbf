import { type CommandOutput, MAX_REQUESTS, type Membership, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { listJoined, listRequests } from '../../people/members/member-store.ts';
import { createCounts } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { RoomListReader } from './room-list-reader.ts';

type Opened = CommandOutput<'open_direct'>;

async function createPeople() {
  const { db } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  return { db, ann, ben, cem };
}

function directJob(uid: string, uids: readonly string[]): WriteJob {
  return { mutation: 'open_direct', caller: { uid }, input: { uids, id: newId() } };
}

function answerJob(uid: string, roomId: string, request: 'declined' | null): WriteJob {
  return { mutation: 'set_room_options', caller: { uid }, input: { roomId, request } };
}

async function open(db: Db, uid: string, ...uids: string[]): Promise<string> {
  return (await runJob<Opened>(db, directJob(uid, uids))).output.room.id;
}

async function list(db: Db, uid: string, mine: true | 'requests'): Promise<string[]> {
  const { rooms } = await new RoomListReader(db, createCounts(db)).list(
    { uid, now: NOW },
    { mine, limit: 50 },
  );
  return rooms.map(({ id }) => id);
}

/** The ids of the person's rooms, and those of their requests. */
async function readLists(db: Db, uid: string) {
  return { rooms: await list(db, uid, true), requests: await list(db, uid, 'requests') };
}

test('Y15 the room of a stranger waits for an answer, and is an ordinary one for its opener', async () => {
  const { db, ann, ben } = await createPeople();
  const { output, publications } = await runJob<Opened>(db, directJob(ann, [ben]));
  const roomId = output.room.id;
  const memberships = new Map(
    publications.map(({ topic, event }) => [topic, (event as { membership?: Membership }).membership]),
  );
  expect(memberships.get(selfTopic(ann))).toEqual({ role: 'member', version: 1 });
  expect(memberships.get(selfTopic(ben))).toEqual({
    role: 'member',
    version: 1,
    request: 'waiting',
    requestedBy: expect.objectContaining({ uid: ann, name: 'Ann' }),
  });
  await runJob(db, createSendJob(ann, { roomId }));
  expect(await readLists(db, ann)).toEqual({ rooms: [roomId], requests: [] });
  expect(await readLists(db, ben)).toEqual({ rooms: [], requests: [roomId] });
  expect(await listJoined(db, ben)).toEqual([]);
  expect(await listRequests(db, ben)).toEqual([roomId]);
});

test('Y15 accepting, replying or opening makes a request an ordinary room', async () => {
  for (const accept of [
    (uid: string, roomId: string) => answerJob(uid, roomId, null),
    (uid: string, roomId: string) => createSendJob(uid, { roomId }),
    (uid: string, _roomId: string, other: string) => directJob(uid, [other]),
  ]) {
    const { db, ann, ben } = await createPeople();
    const roomId = await open(db, ann, ben);
    const { publications } = await runJob(db, accept(ben, roomId, ann));
    expect(publications).toContainEqual({
      topic: selfTopic(ben),
      event: expect.objectContaining({ roomId, membership: { role: 'member', version: 2 } }),
    });
    expect(await readLists(db, ben)).toEqual({ rooms: [roomId], requests: [] });
    const again = await open(db, ann, ben);
    expect(again).toBe(roomId);
  }
});

test('Y15 a declined room does not come back by further messages, but by its own person', async () => {
  const { db, ann, ben } = await createPeople();
  const roomId = await open(db, ann, ben);
  await runJobs(
    db,
    answerJob(ben, roomId, 'declined'),
    createSendJob(ann, { roomId }),
    directJob(ann, [ben]),
  );
  expect(await readLists(db, ben)).toEqual({ rooms: [], requests: [] });
  expect(await listRequests(db, ben)).toEqual([]);
  await open(db, ben, ann);
  expect(await readLists(db, ben)).toEqual({ rooms: [roomId], requests: [] });
  expect(await runJobs(db, answerJob(ben, roomId, 'declined'))).toMatchObject([
    { error: { code: 'forbidden' } },
  ]);
});

test('Y15 people who share a private or direct room are no strangers, unless one of them has not accepted it', async () => {
  const { db, ann, ben, cem } = await createPeople();
  const pair = await open(db, ann, ben);
  const group = await open(db, ann, ben, cem);
  expect(await list(db, ben, 'requests')).toEqual(expect.arrayContaining([pair, group]));
  await runJob(db, answerJob(ben, pair, null));
  const second = await open(db, cem, ben);
  expect(await list(db, ben, 'requests')).toEqual(expect.arrayContaining([group, second]));
  await runJob(db, answerJob(ben, second, null));
  const privateJob = createRoomJob(ben, { kind: 'private' });
  const { output } = await runJob<CommandOutput<'create_room'>>(db, privateJob);
  const add = { mutation: 'set_member', caller: { uid: ben } };
  await runJob(db, { ...add, input: { roomId: output.room.id, uid: cem, member: true } });
  expect(await list(db, cem, 'requests')).toEqual([group]);
  const third = await open(db, cem, ben, await addPerson(db, 'Dora'));
  expect(await list(db, ben, true)).toContain(third);
});

test('Y15 nobody gets a request from a person whom they have blocked', async () => {
  const { db, ann, ben } = await createPeople();
  await runJob(db, { mutation: 'set_block', caller: { uid: ben }, input: { uid: ann, blocked: true } });
  const roomId = await open(db, ann, ben);
  await runJob(db, createSendJob(ann, { roomId }));
  expect(await readLists(db, ann)).toEqual({ rooms: [roomId], requests: [] });
  expect(await readLists(db, ben)).toEqual({ rooms: [], requests: [] });
});

test('Y15 at most 100 requests wait for a person', async () => {
  const { db, ann, ben } = await createPeople();
  const user = await db.selectFrom('users').selectAll().where('id', '=', ann).executeTakeFirstOrThrow();
  const openers = Array.from({ length: MAX_REQUESTS + 1 }, () => newId());
  await db
    .insertInto('users')
    .values(openers.map(id => ({ ...user, id, email: `${id}@snug.example` })))
    .execute();
  const results = await runJobs(db, ...openers.map(uid => directJob(uid, [ben])));
  expect(results.slice(0, -1)).toMatchObject(openers.slice(1).map(() => ({ output: {} })));
  expect(results.at(-1)).toMatchObject({ error: { code: 'limit_exceeded' } });
});

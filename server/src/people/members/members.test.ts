import { type CommandOutput, FOREVER, MAX_JOINED_ROOMS, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { accessRoom, accessRooms } from '../../chat/rooms/access.ts';
import { findRooms } from '../../chat/rooms/find-rooms.ts';
import { createWriterSweep } from '../../chat/rooms/joining-writers.ts';
import { RoomListReader } from '../../chat/rooms/room-list-reader.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { createCounts } from '../../testing/counts.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  NOW,
  readSeq,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { listBans } from './bans.ts';
import { listExcluded, listMembers } from './member-list.ts';
import { listJoined } from './member-store.ts';

const FORBIDDEN = { error: { code: 'forbidden' } };
const NOT_FOUND = { error: { code: 'not_found' } };
const HOUR_MS = 3_600_000;

interface Room {
  db: Db;
  roomId: string;
  ann: string;
  ben: string;
}

/** Ann's room, with Ben as a person who is not in it. */
async function createRoom(kind: 'open' | 'private'): Promise<Room> {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const job = createRoomJob(ann, { name: 'Garden', kind });
  const { output } = await runJob<CommandOutput<'create_room'>>(db, job);
  return { db, roomId: output.room.id, ann, ben };
}

function memberJob(by: string, roomId: string, uid: string, change: object): WriteJob {
  return { mutation: 'set_member', caller: { uid: by }, input: { roomId, uid, ...change } };
}

function roomJob(mutation: string, uid: string, roomId: string, more: object = {}): WriteJob {
  return { mutation, caller: { uid }, input: { roomId, ...more } };
}

const canRead = async ({ db, roomId }: Room, uid: string, now = NOW) =>
  (await accessRooms(db, { uid, now }, [roomId])).has(roomId);

test('Y1 only members can read, find or write in a private room', async () => {
  const room = await createRoom('private');
  const { db, roomId, ann, ben } = room;
  const list = new RoomListReader(db, createCounts(db));
  const see = async (uid: string) => ({
    canRead: await canRead(room, uid),
    mine: (await list.list({ uid, now: NOW }, { mine: true, limit: 50 })).rooms.length,
    open: (await list.list({ uid, now: NOW }, { limit: 50 })).rooms.length,
    found: (await findRooms(db, { uid, now: NOW }, { text: 'gar' })).rooms.length,
  });
  expect(await see(ben)).toEqual({ canRead: false, mine: 0, open: 0, found: 0 });
  expect(await see(ann)).toEqual({ canRead: true, mine: 1, open: 0, found: 1 });
  const jobs = [
    createSendJob(ben, { roomId }),
    roomJob('join_room', ben, roomId),
    roomJob('leave_room', ben, roomId),
    memberJob(ben, roomId, ben, { member: true }),
    roomJob('archive_room', ben, roomId, { archived: true }),
  ];
  expect(await runJobs(db, ...jobs)).toMatchObject(jobs.map(() => NOT_FOUND));
  expect(await readSeq(db, roomId)).toBe(0);
});

test('Y1 an id that is taken in a private room looks free to others', async () => {
  const { db, roomId, ann, ben } = await createRoom('private');
  const id = newId();
  await runJob(db, createSendJob(ann, { roomId, id }));
  expect(await runJobs(db, createSendJob(ben, { roomId, id }))).toMatchObject([NOT_FOUND]);
});

test('Y2 an added person reads at once, and a removed one no more', async () => {
  const room = await createRoom('private');
  const { db, roomId, ann, ben } = room;
  const added = await runJob(db, memberJob(ann, roomId, ben, { member: true }));
  expect(added.publications).toMatchObject([
    {
      topic: selfTopic(ben),
      event: {
        membership: { role: 'member', version: 1, request: 'waiting' },
        room: { id: roomId, kind: 'private' },
      },
    },
    { event: { type: 'member_changed', seq: 1, uid: ben, role: 'member', canRead: true } },
  ]);
  expect(await runJobs(db, createSendJob(ben, { roomId }))).toMatchObject([{ output: {} }]);
  const removed = await runJob(db, memberJob(ann, roomId, ben, { member: false }));
  expect(removed.publications).toMatchObject([
    { topic: selfTopic(ben), event: { membership: { role: null, version: 3 } } },
    { event: { type: 'member_changed', seq: 3, uid: ben, role: null, canRead: false } },
  ]);
  expect(removed.publications[0]?.event).not.toHaveProperty('room');
  expect(await canRead(room, ben)).toBe(false);
  expect(await runJobs(db, createSendJob(ben, { roomId }))).toMatchObject([NOT_FOUND]);
});

test('Y2 M2 a message that was stored before the removal is reported as stored, without later reactions', async () => {
  const { db, roomId, ann, ben } = await createRoom('private');
  const id = newId();
  const job = createSendJob(ben, { roomId, id });
  await runJobs(db, memberJob(ann, roomId, ben, { member: true }), job);
  const liked = roomJob('set_reaction', ann, roomId, { messageId: id, emoji: '👍', on: true });
  await runJobs(db, liked, memberJob(ann, roomId, ben, { member: false }));
  const { output, publications } = await runJob<CommandOutput<'send_message'>>(db, job);
  expect(output.message).toMatchObject({ id, seq: 2 });
  expect(output.message).not.toHaveProperty('reactions');
  expect(publications).toEqual([]);
});

test('Y3 sending in an open room joins it, once, and leaving it ends no access', async () => {
  const room = await createRoom('open');
  const { db, roomId, ben } = room;
  const first = await runJob(db, createSendJob(ben, { roomId }));
  expect(first.publications.map(({ topic }) => topic)).toEqual([`room:${roomId}`, selfTopic(ben)]);
  expect((await runJob(db, createSendJob(ben, { roomId }))).publications).toHaveLength(1);
  expect(await listJoined(db, ben)).toEqual([roomId]);
  const left = await runJob(db, roomJob('leave_room', ben, roomId));
  expect(left.publications.map(({ topic }) => topic)).toEqual([selfTopic(ben)]);
  expect(await listJoined(db, ben)).toEqual([]);
  expect(await canRead(room, ben)).toBe(true);
  const again = [roomJob('join_room', ben, roomId), roomJob('join_room', ben, roomId)];
  expect(
    (await runJobs(db, ...again)).map(outcome => 'output' in outcome && outcome.publications.length),
  ).toEqual([1, 0]);
});

test('Y4 the last admin cannot leave, and an admin cannot be removed, banned or silenced', async () => {
  const { db, roomId, ann, ben } = await createRoom('private');
  expect(await runJobs(db, roomJob('leave_room', ann, roomId))).toMatchObject([FORBIDDEN]);
  const admin = { mutation: 'set_admin', caller: { uid: ann }, input: { roomId, uid: ben, admin: true } };
  expect(await runJobs(db, admin)).toMatchObject([FORBIDDEN]);
  await runJob(db, memberJob(ann, roomId, ben, { member: true }));
  await runJob(db, admin);
  const changes = [{ member: false }, { bannedUntil: FOREVER }, { silencedUntil: FOREVER }];
  const jobs = changes.map(change => memberJob(ann, roomId, ben, change));
  expect(await runJobs(db, ...jobs)).toMatchObject([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  expect(await runJobs(db, roomJob('leave_room', ann, roomId))).toMatchObject([{ output: {} }]);
  expect(await runJobs(db, memberJob(ann, roomId, ben, { member: false }))).toMatchObject([NOT_FOUND]);
});

test('Y5 a ban from an open room lasts for its time and hides the room', async () => {
  const room = await createRoom('open');
  const { db, roomId, ann, ben } = room;
  await runJob(db, createSendJob(ben, { roomId }));
  const until = NOW + HOUR_MS;
  const { publications } = await runJob(db, memberJob(ann, roomId, ben, { bannedUntil: until }));
  expect(publications).toMatchObject([
    { event: { membership: { role: null, bannedUntil: until } } },
    { event: { type: 'member_changed', uid: ben, canRead: false } },
  ]);
  expect(await canRead(room, ben)).toBe(false);
  expect(await listBans(db, ben, NOW)).toEqual(new Set([roomId]));
  const list = (now: number) =>
    new RoomListReader(db, createCounts(db)).list({ uid: ben, now }, { limit: 50 });
  expect((await list(NOW)).rooms).toEqual([]);
  expect((await findRooms(db, { uid: ben, now: NOW }, { text: 'garden' })).rooms).toEqual([]);
  expect(await runJobs(db, createSendJob(ben, { roomId }), roomJob('join_room', ben, roomId))).toMatchObject([
    NOT_FOUND,
    NOT_FOUND,
  ]);
  expect(await runJobs(db, memberJob(ann, roomId, ben, { member: true }))).toMatchObject([FORBIDDEN]);
  expect((await listExcluded(db, roomId, NOW)).map(({ person }) => person.uid)).toEqual([ben]);
  expect(await canRead(room, ben, until)).toBe(true);
  expect((await list(until)).rooms).toHaveLength(1);
  expect(await runJobsAt(until, db, createSendJob(ben, { roomId }))).toMatchObject([{ output: {} }]);
  expect(await listExcluded(db, roomId, until)).toEqual([]);
});

test('Y5 the end of a ban is a step of the log', async () => {
  const room = await createRoom('open');
  const { db, roomId, ann, ben } = room;
  await runJob(db, memberJob(ann, roomId, ben, { bannedUntil: FOREVER }));
  const { publications } = await runJob(db, memberJob(ann, roomId, ben, { bannedUntil: null }));
  expect(publications).toMatchObject([
    { event: { membership: { role: null, version: 2 }, room: { id: roomId } } },
    { event: { type: 'member_changed', seq: 2, canRead: true } },
  ]);
  expect(await canRead(room, ben)).toBe(true);
});

test('Y6 a silenced person reads, but cannot write or react until the time is over', async () => {
  const room = await createRoom('open');
  const { db, roomId, ann, ben } = room;
  const { output } = await runJob<CommandOutput<'send_message'>>(db, createSendJob(ann, { roomId }));
  const until = NOW + HOUR_MS;
  const silenced = await runJob(db, memberJob(ann, roomId, ben, { silencedUntil: until }));
  expect(silenced.publications).toMatchObject([
    { topic: selfTopic(ben), event: { membership: { silencedUntil: until } } },
  ]);
  const reaction = { messageId: output.message.id, emoji: '👍', on: true };
  const jobs = [createSendJob(ben, { roomId }), roomJob('set_reaction', ben, roomId, reaction)];
  expect(await runJobs(db, ...jobs)).toMatchObject([FORBIDDEN, FORBIDDEN]);
  expect(await accessRoom(db, { uid: ben, now: NOW }, roomId)).toMatchObject({ silencedUntil: until });
  expect(await runJobsAt(until, db, ...jobs)).toMatchObject([{ output: {} }, { output: {} }]);
});

test('Y7 members are listed in pages, admins first', async () => {
  const { db, roomId, ann } = await createRoom('private');
  const uids: string[] = [];
  for (let count = 0; count < 120; count++) uids.push(await addPerson(db, `Person ${count}`));
  await runJobs(db, ...uids.map(uid => memberJob(ann, roomId, uid, { member: true })));
  const first = await listMembers(db, roomId, undefined, NOW);
  expect(first.members).toHaveLength(100);
  expect(first.members[0]).toMatchObject({ role: 'admin', person: { uid: ann } });
  const second = await listMembers(db, roomId, first.next, NOW);
  const listed = [...first.members, ...second.members].map(({ person }) => person.uid);
  expect(listed.toSorted()).toEqual([ann, ...uids].toSorted());
  expect(second).not.toHaveProperty('next');
});

test('Y8 a person is a member of at most 1,000 rooms, and can still write in further ones', async () => {
  const { db, roomId, ann, ben } = await createRoom('open');
  const rooms = Array.from({ length: MAX_JOINED_ROOMS }, () => createRoomJob(ben));
  await runJobs(db, ...rooms);
  const full = { error: { code: 'limit_exceeded' } };
  expect(await runJobs(db, roomJob('join_room', ben, roomId))).toMatchObject([full]);
  const fixed = { sign_up: 'invite' };
  expect(await runJobs(db, memberJob(ann, roomId, ben, { member: true, fixed }))).toMatchObject([full]);
  const { publications } = await runJob(db, createSendJob(ben, { roomId }));
  expect(publications).toHaveLength(1);
  expect(await listJoined(db, ben)).toHaveLength(MAX_JOINED_ROOMS);
});

test('Y3 writers that an earlier release stored become members', async () => {
  const { db, roomId, ann, ben } = await createRoom('open');
  const membership = { roomId, userId: ben, role: null, messageCount: 1, lastSeq: 1 };
  await db.insertInto('members').values(membership).execute();
  const writer = {
    write: async (mutation: string, caller: { uid: string }, input: object) => {
      const { output } = await runJob<never>(db, { mutation, caller, input });
      return output;
    },
  };
  expect(await createWriterSweep(db, writer).step(undefined)).toBeUndefined();
  expect(await listJoined(db, ben)).toEqual([roomId]);
  await runJob(db, memberJob(ann, roomId, ben, { member: false }));
  await createWriterSweep(db, writer).step(undefined);
  expect(await listJoined(db, ben)).toEqual([]);

  await db.updateTable('members').set({ leftAt: null }).where('userId', '=', ben).execute();
  await db
    .insertInto('import_rooms')
    .values({ source: 'slack:T1', sourceId: 'C1', roomId, seq: 1 })
    .execute();
  await createWriterSweep(db, writer).step(undefined);
  expect(await listJoined(db, ben), 'only authors, such as guests').toEqual([]);
});

import { type CommandOutput, MAX_FAVOURITES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { createCounts } from '../../testing/counts.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { RoomListReader } from './room-list-reader.ts';

function optionsJob(uid: string, roomId: string, change: object): WriteJob {
  return { mutation: 'set_room_options', caller: { uid }, input: { roomId, ...change } };
}

async function createRoom(db: Db, uid: string, name = 'Garden'): Promise<string> {
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { name }));
  return output.room.id;
}

async function listMine(db: Db, uid: string, mine: true | 'favourites') {
  return (await new RoomListReader(db, createCounts(db)).list({ uid, now: NOW }, { mine, limit: 50 })).rooms;
}

test('Y14 only the person’s own devices learn of an option, once', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const roomId = await createRoom(db, ann);
  const job = optionsJob(ann, roomId, { favourite: true, muted: true });
  const [first, again] = await runJobs(db, job, job);
  const membership = { role: 'admin', version: 2, favourite: true, level: 'nothing', muted: true };
  expect(first).toMatchObject({ output: { membership } });
  expect(first).toMatchObject({
    publications: [{ topic: `self:${ann}`, event: { type: 'membership_changed', roomId, membership } }],
  });
  expect(again).toMatchObject({ output: { membership }, publications: [] });
  expect(await listMine(db, ann, true)).toMatchObject([{ id: roomId, membership }]);
  await runJob(db, optionsJob(ann, roomId, { favourite: false }));
  const [row] = await listMine(db, ann, true);
  expect(row?.membership).toEqual({ role: 'admin', version: 3, level: 'nothing', muted: true });
});

test('Y14 favourites have a list of their own, of at most 100', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const other = await createRoom(db, ann, 'Other');
  const roomId = await createRoom(db, ann);
  await runJob(db, optionsJob(ann, roomId, { favourite: true }));
  expect((await listMine(db, ann, 'favourites')).map(({ id }) => id)).toEqual([roomId]);
  const memberships = Array.from({ length: MAX_FAVOURITES - 1 }, () => ({
    roomId: newId(),
    userId: ann,
    role: 'member' as const,
    favourite: 1,
  }));
  const room = await db.selectFrom('rooms').selectAll().where('id', '=', roomId).executeTakeFirstOrThrow();
  await db
    .insertInto('rooms')
    .values(memberships.map(membership => ({ ...room, id: membership.roomId })))
    .execute();
  await db.insertInto('members').values(memberships).execute();
  const jobs = [optionsJob(ann, other, { favourite: true }), optionsJob(ann, roomId, { favourite: true })];
  expect(await runJobs(db, ...jobs)).toMatchObject([{ error: { code: 'limit_exceeded' } }, { output: {} }]);
});

test('Y14 only members have options, and leaving ends them', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const roomId = await createRoom(db, ann);
  const mute = optionsJob(ben, roomId, { muted: true });
  const job = (mutation: string): WriteJob => ({ mutation, caller: { uid: ben }, input: { roomId } });
  expect(await runJobs(db, mute)).toMatchObject([{ error: { code: 'forbidden' } }]);
  await runJobs(db, job('join_room'), mute, job('leave_room'), job('join_room'));
  const [row] = await listMine(db, ben, true);
  expect(row?.membership).toEqual({ role: 'member', version: 4 });
});

test('Y14 the level "nothing" and the mute of older clients are the same, and end with the level of before', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const roomId = await createRoom(db, ann);
  const set = async (change: object) => {
    const { output } = await runJob<CommandOutput<'set_room_options'>>(db, optionsJob(ann, roomId, change));
    const { level, muted } = output.membership;
    return { level, muted };
  };
  const nothing = { level: 'nothing', muted: true };
  expect(await set({ muted: true })).toEqual(nothing);
  expect(await set({ level: 'nothing' })).toEqual(nothing);
  expect(await set({ muted: false })).toEqual({});
  expect(await set({ level: 'everything' })).toEqual({ level: 'everything' });
  expect(await set({ level: 'nothing' })).toEqual(nothing);
  expect(await set({ favourite: true })).toEqual(nothing);
  expect(await set({ muted: false })).toEqual({ level: 'everything' });
  expect(await set({ level: 'nothing', muted: false }), 'the level counts').toEqual(nothing);
  expect(await set({ level: 'mentions' })).toEqual({ level: 'mentions' });
});

test('Y14 a direct room has no level for mentions only', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const direct = newId();
  await runJob(db, { mutation: 'open_direct', caller: { uid: ann }, input: { uids: [], id: direct } });
  const outcomes = await runJobs(
    db,
    optionsJob(ann, direct, { level: 'mentions' }),
    optionsJob(ann, direct, { level: 'nothing' }),
    optionsJob(ann, direct, { level: 'everything' }),
  );
  expect(outcomes).toMatchObject([
    { error: { code: 'forbidden' } },
    { output: { membership: { level: 'nothing', muted: true } } },
    { output: { membership: { level: 'everything' } } },
  ]);
});

test('Y14 only a direct room can be hidden, up to the end of its log', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const open = await createRoom(db, ann);
  const direct = newId();
  await runJob(db, { mutation: 'open_direct', caller: { uid: ann }, input: { uids: [], id: direct } });
  const hidden = await runJobs(
    db,
    optionsJob(ann, open, { hiddenSeq: 0 }),
    optionsJob(ann, direct, { hiddenSeq: 9 }),
  );
  expect(hidden).toMatchObject([
    { error: { code: 'forbidden' } },
    { output: { membership: { hiddenSeq: 0 } } },
  ]);
});

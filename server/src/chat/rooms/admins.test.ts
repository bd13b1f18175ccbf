import { MAX_ADMINS, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import { listAdmins } from '../../people/members/member-store.ts';
import { addPerson, createTestRoom, readSeq, runJob, runJobs } from '../../testing/database.ts';
import { findRoom } from './room-rows.ts';

const FORBIDDEN = { error: { code: 'forbidden' } };

function editJob(uid: string, roomId: string, changes: { name?: string; description?: string }): WriteJob {
  return { mutation: 'edit_room', caller: { uid }, input: { roomId, ...changes } };
}

function adminJob(by: string, roomId: string, uid: string, admin: boolean): WriteJob {
  return { mutation: 'set_admin', caller: { uid: by }, input: { roomId, uid, admin } };
}

async function createRoomOfTwo(): Promise<{ db: Db; ann: string; ben: string; roomId: string }> {
  const { db, uid, roomId } = await createTestRoom();
  return { db, ann: uid, ben: await addPerson(db, 'Ben'), roomId };
}

test('A1 L5 an admin edits the room, which is a change in its log', async () => {
  const { db, ann, roomId } = await createRoomOfTwo();
  const { publications } = await runJob(db, editJob(ann, roomId, { name: 'New' }));
  expect(publications).toMatchObject([
    { event: { type: 'room_edited', roomId, seq: 1, room: { name: 'New', description: 'A room', seq: 1 } } },
  ]);
  expect(await findRoom(db, roomId)).toMatchObject({ name: 'New', description: 'A room', seq: 1 });
  expect(await runJob(db, editJob(ann, roomId, { name: 'New' })), 'repeated').toMatchObject({
    publications: [],
  });
  expect(await readSeq(db, roomId)).toBe(1);
});

test('A1 people who are not admins can neither edit the room nor make admins', async () => {
  const { db, ben, roomId } = await createRoomOfTwo();
  const cleo = await addPerson(db, 'Cleo');
  const jobs = [
    editJob(ben, roomId, { name: 'Mine' }),
    adminJob(ben, roomId, ben, true),
    adminJob(ben, roomId, cleo, true),
  ];
  expect(await runJobs(db, ...jobs)).toMatchObject([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  expect(await readSeq(db, roomId)).toBe(0);
});

test('A1 rights are given and removed, each once', async () => {
  const { db, ann, ben, roomId } = await createRoomOfTwo();
  const { publications } = await runJob(db, adminJob(ann, roomId, ben, true));
  expect(publications).toMatchObject([
    { event: { type: 'admin_changed', roomId, seq: 1, uid: ben, admin: true } },
    {
      topic: selfTopic(ben),
      event: { type: 'membership_changed', membership: { role: 'admin', version: 1 } },
    },
  ]);
  expect(await runJob(db, adminJob(ann, roomId, ben, true))).toMatchObject({ publications: [] });
  expect(await runJobs(db, editJob(ben, roomId, { name: 'Ours' }))).toMatchObject([
    { output: { room: { name: 'Ours' } } },
  ]);
  await runJob(db, adminJob(ann, roomId, ben, false));
  expect(await runJobs(db, editJob(ben, roomId, { name: 'Mine' }))).toMatchObject([FORBIDDEN]);
});

test('A2 a workspace admin neither removes the last admin of an open room nor makes themselves one', async () => {
  const { db, ann, ben, roomId } = await createRoomOfTwo();
  const grant = { uid: ben, admin: true };
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: grant });
  expect(
    await runJobs(db, adminJob(ben, roomId, ann, false), adminJob(ben, roomId, ben, true)),
  ).toMatchObject([FORBIDDEN, FORBIDDEN]);
  expect(await listAdmins(db, roomId)).toEqual([ann]);
});

test('A2 nobody changes their own rights, and if two admins remove each other, one stays', async () => {
  const { db, ann, ben, roomId } = await createRoomOfTwo();
  expect(await runJobs(db, adminJob(ann, roomId, ann, false))).toMatchObject([FORBIDDEN]);
  await runJob(db, adminJob(ann, roomId, ben, true));
  expect(await runJobs(db, adminJob(ann, roomId, ann, false)), 'one of two').toMatchObject([FORBIDDEN]);
  const [first, second] = await runJobs(
    db,
    adminJob(ann, roomId, ben, false),
    adminJob(ben, roomId, ann, false),
  );
  expect(first).toMatchObject({ output: { admins: [ann] } });
  expect(second, 'just demoted').toMatchObject(FORBIDDEN);
  expect(await listAdmins(db, roomId)).toEqual([ann]);
});

test('A1 a room or a person that does not exist is not found', async () => {
  const { db, ann, roomId } = await createRoomOfTwo();
  const jobs = [
    editJob(ann, newId(), { name: 'x' }),
    adminJob(ann, newId(), ann, true),
    adminJob(ann, roomId, newId(), true),
  ];
  expect(await runJobs(db, ...jobs)).toMatchObject(jobs.map(() => ({ error: { code: 'not_found' } })));
});

test('R5 a room has at most 100 admins: a further person is rejected, an existing admin is not', async () => {
  const { db, ann, ben, roomId } = await createRoomOfTwo();
  const others = [ben];
  while (others.length < MAX_ADMINS - 1) others.push(await addPerson(db, 'Cleo'));
  await runJobs(db, ...others.map(uid => adminJob(ann, roomId, uid, true)));
  const one = await addPerson(db, 'Dora');
  expect(await runJobs(db, adminJob(ann, roomId, one, true))).toMatchObject([
    { error: { code: 'limit_exceeded' } },
  ]);
  expect(await runJobs(db, adminJob(ann, roomId, ben, true))).toMatchObject([{ publications: [] }]);
  expect(await listAdmins(db, roomId)).toHaveLength(MAX_ADMINS);
  await runJob(db, adminJob(ann, roomId, ben, false));
  await runJob(db, adminJob(ann, roomId, one, true));
  await runJob(db, editJob(one, roomId, { name: 'By the last one' }));
});

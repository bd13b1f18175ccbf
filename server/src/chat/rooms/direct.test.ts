import { type CommandOutput, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { createCounts } from '../../testing/counts.ts';
import { addPerson, createSendJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { RoomListReader } from './room-list-reader.ts';

type Opened = CommandOutput<'open_direct'>;

function directJob(uid: string, uids: readonly string[]): WriteJob {
  return { mutation: 'open_direct', caller: { uid }, input: { uids, id: newId() } };
}

async function createPeople() {
  const { db } = await temporaryDatabase();
  const [ann, ben, cem] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Cem'),
  ];
  return { db, ann, ben, cem };
}

test('Y9 the same people always get the same direct room, whoever opens it', async () => {
  const { db, ann, ben, cem } = await createPeople();
  const opened = await runJob<Opened>(db, directJob(ann, [ben]));
  const { room } = opened.output;
  expect(room).toMatchObject({ kind: 'direct', name: '' });
  expect(room.people?.map(({ uid }) => uid).toSorted()).toEqual([ann, ben].toSorted());
  expect(opened.publications.map(({ topic }) => topic).toSorted()).toEqual(
    [ann, ben].map(selfTopic).toSorted(),
  );
  const again = await runJob<Opened>(db, directJob(ben, [ann]));
  expect(again).toMatchObject({ output: { room: { id: room.id } } });
  const repeated = await runJob<Opened>(db, directJob(ann, [ben]));
  expect(repeated).toMatchObject({ output: { room: { id: room.id } }, publications: [] });
  const group = await runJob<Opened>(db, directJob(ann, [ben, cem]));
  expect(group.output.room.id).not.toBe(room.id);
  const notes = await runJob<Opened>(db, directJob(ann, []));
  expect(notes.output.room.people?.map(({ uid }) => uid)).toEqual([ann]);
  expect((await runJob<Opened>(db, directJob(ann, [ann]))).output.room.id).toBe(notes.output.room.id);
});

test('BT1 a bot is only in direct rooms of its owner', async () => {
  const { db, ann, ben, cem } = await createPeople();
  const bot = newId();
  await runJob(db, { mutation: 'create_bot', caller: { uid: ben }, input: { id: bot, name: 'Echo' } });
  const forbidden = { error: { code: 'forbidden' } };
  const jobs = [directJob(ann, [bot]), directJob(ann, [cem, bot]), directJob(bot, [ann])];
  expect(await runJobs(db, ...jobs)).toMatchObject([forbidden, forbidden, forbidden]);
  await runJobs(db, directJob(ben, [bot]), directJob(ann, [ben, bot]));
  expect(await db.selectFrom('members').select('roomId').where('userId', '=', bot).execute()).toHaveLength(2);
});

test('Y9 only the people of a direct room read it, and nobody administers it', async () => {
  const { db, ann, ben, cem } = await createPeople();
  const { id: roomId } = (await runJob<Opened>(db, directJob(ann, [ben]))).output.room;
  const job = (mutation: string, uid: string, more: object = {}) => ({
    mutation,
    caller: { uid },
    input: { roomId, ...more },
  });
  const forbidden = [
    job('edit_room', ann, { name: 'Ours' }),
    job('set_admin', ann, { uid: ben, admin: true }),
    job('set_member', ann, { uid: cem, member: true }),
    job('archive_room', ann, { archived: true }),
    job('delete_room', ann, { name: '' }),
    job('leave_room', ann),
  ];
  expect(await runJobs(db, ...forbidden)).toMatchObject(
    forbidden.map(() => ({ error: { code: 'forbidden' } })),
  );
  const [sent, refused] = await runJobs(db, createSendJob(ben, { roomId }), createSendJob(cem, { roomId }));
  expect(sent).toMatchObject({ output: {} });
  expect(refused).toMatchObject({ error: { code: 'not_found' } });
  const list = (uid: string) =>
    new RoomListReader(db, createCounts(db)).list({ uid, now: NOW }, { mine: true, limit: 50 });
  expect((await list(ann)).rooms).toMatchObject([{ id: roomId, lastMessage: { text: 'hello' } }]);
  expect((await list(cem)).rooms).toEqual([]);
});

test('Y9 a direct room with an unknown person is not opened', async () => {
  const { db, ann } = await createPeople();
  expect(await runJobs(db, directJob(ann, [newId()]))).toMatchObject([{ error: { code: 'not_found' } }]);
  expect(await db.selectFrom('rooms').select('id').execute()).toEqual([]);
});

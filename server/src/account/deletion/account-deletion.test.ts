import { DELETED_ACCOUNT_NAME, HEART } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import { DiskStorage } from '../../files/storage/disk.ts';
import { findMembership, listAdmins } from '../../people/members/member-store.ts';
import { getAvatarFolder, getAvatarKey } from '../../people/profiles/avatar.ts';
import {
  addPerson,
  createRoomJob,
  createSendJob,
  runJob,
  runJobs,
  sendMany,
  temporaryDatabase,
  temporaryFolder,
} from '../../testing/database.ts';
import { createAccountErasure } from './account-erasure.ts';

async function createPeople(...names: string[]) {
  const storage = new DiskStorage(temporaryFolder());
  const { db } = await temporaryDatabase();
  const uids = await Promise.all(names.map(async name => addPerson(db, name)));
  const run = async (uid: string, mutation: string, input: object) =>
    runJob<never>(db, { mutation, caller: { uid }, input });
  const createRoom = async (uid: string, kind: 'open' | 'private' = 'open') =>
    (await runJob<{ room: { id: string } }>(db, createRoomJob(uid, { kind }))).output.room.id;
  const erase = async () => {
    const writer = {
      write: async (mutation: string, { uid }: { uid: string }, input: object) =>
        (await run(uid, mutation, input)).output,
    };
    const { step } = createAccountErasure({ read: db, writer, storage });
    let steps = 0;
    for (let cursor = await step(undefined); cursor !== undefined; cursor = await step(cursor)) steps++;
    return steps;
  };
  return { db, storage, uids, run, createRoom, erase };
}

test('Y16 a deleted account is blocked at once, and leaves its name, its picture and its address', async () => {
  const { db, uids, run } = await createPeople('Ann');
  const [ann = ''] = uids;
  const { publications } = await run(ann, 'delete_account', { erasesWords: false });
  expect(publications).toMatchObject([
    { event: { type: 'presence_changed' } },
    { event: { type: 'profile_changed', person: { uid: ann, name: DELETED_ACCOUNT_NAME } } },
  ]);
  const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ name: DELETED_ACCOUNT_NAME, email: `${ann}@deleted.invalid` });
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  const sweep = { after: '', limit: 10 };
  await run('', 'delete_incomplete_sign_ups', sweep);
  expect(await db.selectFrom('users').select('id').execute(), 'their messages need the row').toHaveLength(1);
});

test('Y16 the bytes of a picture are gone, also of one that a killed process left, and those of others stay', async () => {
  const { db, storage, uids, run, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const bot = newId();
  await run(ann, 'create_bot', { id: bot, name: 'Pilot' });
  const put = async (uid: string) => {
    const key = getAvatarKey(uid, newId().replaceAll('-', ''));
    await storage.put(key, Buffer.from('a picture'));
    return key;
  };
  for (const uid of [ann, ben, bot]) {
    await put(uid);
    await db
      .updateTable('users')
      .set({ avatar: `/${await put(uid)}` })
      .where('id', '=', uid)
      .execute();
  }
  await run(ann, 'delete_account', { erasesWords: false });
  await erase();
  const counts = [ann, ben, bot].map(async uid => storage.list(getAvatarFolder(uid), { limit: 10 }));
  expect(
    (await Promise.all(counts)).map(keys => keys.length),
    'its messages show that of a bot',
  ).toEqual([0, 2, 1]);
});

test('Y17 the member who joined first becomes the admin of a room without another one', async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben', 'Cem');
  const [ann = '', ben = '', cem = ''] = uids;
  const roomId = await createRoom(ann, 'private');
  for (const uid of [cem, ben]) {
    await run(ann, 'set_member', { roomId, uid, member: true });
    await run(uid, 'set_room_options', { roomId, request: null });
  }
  await db.updateTable('members').set({ joinedAt: 1 }).where('userId', '=', ben).execute();
  await run(ann, 'delete_account', { erasesWords: false });
  await erase();
  expect(await listAdmins(db, roomId)).toEqual([ben]);
  expect((await findMembership(db, roomId, ann)).role).toBeNull();
});

test('Y18 a private room without other members is deleted, and an open one archived', async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const [open, hidden] = [await createRoom(ann), await createRoom(ann, 'private')];
  const { room: direct } = (await run(ann, 'open_direct', { uids: [ben], id: newId() })).output as {
    room: { id: string };
  };
  await run(ann, 'delete_account', { erasesWords: false });
  await erase();
  expect(await findRoom(db, open)).toMatchObject({ archivedAt: expect.any(Number) });
  expect(await findRoom(db, hidden)).toBeUndefined();
  expect((await findMembership(db, direct.id, ann)).role, 'keeps its place in the set').not.toBeNull();
});

test('Y19 the words stay or are erased in parts, each by a step of its log', async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const roomId = await createRoom(ben);
  await runJobs(db, createSendJob(ben, { roomId }));
  await sendMany(db, ann, roomId, 120);
  const before = await findRoom(db, roomId);
  await run(ann, 'delete_account', { erasesWords: true });
  const steps = await erase();
  expect(steps).toBeGreaterThan(3);
  const live = db.selectFrom('messages').select('authorId').where('deletedAt', 'is', null);
  expect(await live.execute()).toEqual([{ authorId: ben }]);
  const room = await findRoom(db, roomId);
  expect((room?.seq ?? 0) - (before?.seq ?? 0), 'a step each').toBe(120);
  expect(await db.selectFrom('account_deletions').selectAll().execute()).toEqual([]);
});

test("Y20 nothing is left of a person's own data", async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const roomId = await createRoom(ben);
  await run(ann, 'join_room', { roomId });
  const sent = await runJob<{ message: { id: string } }>(db, createSendJob(ben, { roomId, text: 'hello' }));
  const messageId = sent.output.message.id;
  await run(ann, 'set_reaction', { roomId, messageId, emoji: HEART, on: true });
  await run(ann, 'set_saved', { roomId, messageId, on: true });
  await run(ann, 'set_block', { uid: ben, blocked: true });
  await run(ann, 'set_read', { roomId, seq: 1, version: 1 });
  await run(ann, 'set_follow', { roomId, messageId, on: true });
  const tables = ['reads', 'saved', 'saved_versions', 'blocks', 'block_versions', 'mentions'] as const;
  await run(ann, 'set_notification_settings', { words: ['soup'] });
  const others = ['own_conversations', 'follow_versions', 'notification_settings'] as const;
  for (const table of others) expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(1);
  await run(ann, 'delete_account', { erasesWords: false });
  await erase();
  for (const table of [...tables, ...others])
    expect([table, await db.selectFrom(table).where('userId', '=', ann).selectAll().execute()]).toEqual([
      table,
      [],
    ]);
});

test('Y21 the only workspace admin cannot delete their account', async () => {
  const { db, uids, run } = await createPeople('Ann');
  const [ann = ''] = uids;
  await run('', 'set_workspace_admin', { uid: ann, admin: true });
  const job = { mutation: 'delete_account', caller: { uid: ann }, input: { erasesWords: false } };
  expect(await runJobs(db, job)).toMatchObject([{ error: { code: 'forbidden' } }]);
});

test('Y21 A18 a suspended workspace admin does not count: nobody could end their suspension', async () => {
  const { db, uids, run } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  for (const uid of uids) await run('', 'set_workspace_admin', { uid, admin: true });
  await db.insertInto('suspensions').values({ userId: ben, at: 1 }).execute();
  const job = { mutation: 'delete_account', caller: { uid: ann }, input: { erasesWords: false } };
  expect(await runJobs(db, job)).toMatchObject([{ error: { code: 'forbidden' } }]);
  await db.deleteFrom('suspensions').execute();
  expect(await runJobs(db, job)).toMatchObject([{ output: {} }]);
});

test('a person whose account is deleted cannot be added to a room', async () => {
  const { db, uids, run, createRoom } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const roomId = await createRoom(ann, 'private');
  await run(ben, 'delete_account', { erasesWords: false });
  const input = { roomId, uid: ben, member: true };
  expect(await runJobs(db, { mutation: 'set_member', caller: { uid: ann }, input })).toMatchObject([
    { error: { code: 'not_found' } },
  ]);
});

test('BT9 a deleted account ends its access tokens and its bots, which leave their rooms', async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const roomId = await createRoom(ben);
  const bot = newId();
  await run(ann, 'create_bot', { id: bot, name: 'Robo' });
  const token = { name: 'A program', expiresInDays: 1 };
  const ids = [newId(), newId()];
  await run(ann, 'create_token', { ...token, id: ids[0], hash: 'a' });
  await run(ann, 'create_token', { ...token, id: ids[1], hash: 'b', uid: bot });
  await run(ben, 'set_member', { roomId, uid: bot, member: true });
  const { output } = await run(ann, 'delete_account', { erasesWords: false });
  expect(output).toMatchObject({ sessionIds: ids });
  expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([]);
  await erase();
  expect((await findMembership(db, roomId, bot)).role).toBe(null);
  const row = await db.selectFrom('users').selectAll().where('id', '=', bot).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Robo', deletedAt: expect.any(Number) });
});

test('Y16 a command that was on its way when the account was deleted joins and makes no room', async () => {
  const { db, uids, run, createRoom, erase } = await createPeople('Ann', 'Ben');
  const [ann = '', ben = ''] = uids;
  const roomId = await createRoom(ben);
  await run(ann, 'delete_account', { erasesWords: false });
  await erase();
  const late = [
    { mutation: 'join_room', caller: { uid: ann }, input: { roomId } },
    createRoomJob(ann, { kind: 'private' }),
  ];
  expect(await runJobs(db, ...late)).toMatchObject(late.map(() => ({ error: { code: 'unauthenticated' } })));
  const joined = await db.selectFrom('members').select('roomId').where('userId', '=', ann).execute();
  expect(joined).toEqual([]);
});

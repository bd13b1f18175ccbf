import { type CommandOutput, FOREVER, MAX_WORKSPACE_ADMINS } from '@snug/protocol';
import { expect, test } from 'vitest';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  runJob,
  runJobs,
  temporaryDatabase,
} from '../../testing/database.ts';
import { addHomelessGuest } from '../../testing/guests.ts';
import { isWorkspaceAdmin } from '../../workspace/workspace-admin-store.ts';

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

const FORBIDDEN = { error: { code: 'forbidden' } };
const NOT_FOUND = { error: { code: 'not_found' } };

/** Ann's room, Ben, and Wanda, who looks after the server. */
async function createSetup(kind: 'open' | 'private') {
  const { db, uid: ann } = await createTestRoom();
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind }));
  const roomId = output.room.id;
  const [ben, wanda] = [await addPerson(db, 'Ben'), await addPerson(db, 'Wanda')];
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: true }));
  const changes = (uid: string) => [
    job('edit_room', uid, { roomId, description: 'Other' }),
    job('set_admin', uid, { roomId, uid: ben, admin: true }),
    job('set_admin', uid, { roomId, uid: ben, admin: false }),
    job('set_member', uid, { roomId, uid: ben, member: false }),
    job('set_member', uid, { roomId, uid: ben, silencedUntil: FOREVER }),
    job('set_member', uid, { roomId, uid: ben, bannedUntil: FOREVER }),
    job('create_invite', uid, { id: ann, roomIds: [roomId], expiresInDays: 1, maxUses: 1 }),
    job('archive_room', uid, { roomId, archived: true }),
    job('delete_room', uid, { roomId, name: 'Room' }),
  ];
  return { db, ann, ben, wanda, roomId, changes };
}

test('A3 a workspace admin looks after an open room like its admins', async () => {
  const { db, wanda, changes } = await createSetup('open');
  const outcomes = await runJobs(db, ...changes(wanda));
  expect(outcomes).toMatchObject(changes(wanda).map(() => ({ output: {} })));
});

test('A3 of a private room, a workspace admin sees and changes nothing', async () => {
  const { db, wanda, changes } = await createSetup('private');
  const outcomes = await runJobs(db, ...changes(wanda));
  expect(outcomes).toMatchObject(changes(wanda).map(() => NOT_FOUND));
});

test('A3 as a member of a private room, a workspace admin has the rights of a member', async () => {
  const { db, ann, wanda, roomId, changes } = await createSetup('private');
  await runJob(db, job('set_member', ann, { roomId, uid: wanda, member: true }));
  const outcomes = await runJobs(db, ...changes(wanda));
  expect(outcomes).toMatchObject(changes(wanda).map(() => FORBIDDEN));
});

test('A3 the rights end with the role', async () => {
  const { db, wanda, changes } = await createSetup('open');
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: false }));
  const outcomes = await runJobs(db, ...changes(wanda));
  expect(outcomes).toMatchObject(changes(wanda).map(() => FORBIDDEN));
});

test('A4 nobody bans a workspace admin from an open room, and an earlier ban wins', async () => {
  const { db, ann, ben, roomId } = await createSetup('open');
  const ban = job('set_member', ann, { roomId, uid: ben, bannedUntil: FOREVER });
  await runJob(db, ban);
  await runJob(db, job('set_workspace_admin', '', { uid: ben, admin: true }));
  const edit = job('edit_room', ben, { roomId, description: 'Other' });
  expect(await runJobs(db, edit)).toMatchObject([NOT_FOUND]);
  await runJob(db, job('set_member', ann, { roomId, uid: ben, bannedUntil: null }));
  expect(await runJobs(db, edit, ban)).toMatchObject([{ output: {} }, FORBIDDEN]);
});

test('A5 a workspace admin cannot demote the only admin of a room', async () => {
  const { db, ann, ben, wanda, roomId } = await createSetup('open');
  const demote = job('set_admin', wanda, { roomId, uid: ann, admin: false });
  expect(await runJobs(db, demote)).toMatchObject([FORBIDDEN]);
  await runJob(db, job('set_admin', wanda, { roomId, uid: ben, admin: true }));
  expect((await runJob(db, demote)).output).toEqual({ admins: [ben] });
});

test('A6 an invitation of a workspace admin ends with the role', async () => {
  const { db, ben, wanda, roomId } = await createSetup('open');
  const invite = { id: roomId, createdBy: wanda, roomIds: [roomId] };
  await runJob(db, job('create_invite', wanda, { ...invite, expiresInDays: 1, maxUses: 5 }));
  await runJob(db, job('redeem_invite', ben, invite));
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: false }));
  const other = await addPerson(db, 'Other');
  expect(await runJobs(db, job('redeem_invite', other, invite))).toMatchObject([NOT_FOUND]);
});

test('A7 granting a role twice, or ending one that nobody has, changes nothing', async () => {
  const { db, ben, wanda } = await createSetup('open');
  const set = (uid: string, admin: boolean) => job('set_workspace_admin', '', { uid, admin });
  expect((await runJob(db, set(wanda, true))).output).toEqual({ hasChanged: false });
  expect((await runJob(db, set(ben, false))).output).toEqual({ hasChanged: false });
});

test('S33 the directory grants and ends a role, but not one that was granted by hand', async () => {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const run = async (mutation: 'follow_directory' | 'set_workspace_admin', admin: boolean, uid = ann) =>
    (await runJob(db, { mutation, caller: { uid: '' }, input: { uid, admin } })).output;
  expect(await run('follow_directory', false)).toEqual({ hasChanged: false });
  expect(await run('follow_directory', true)).toEqual({ hasChanged: true });
  expect(await run('follow_directory', true)).toEqual({ hasChanged: false });
  expect(await run('follow_directory', false)).toEqual({ hasChanged: true });
  expect(await isWorkspaceAdmin(db, ann)).toBe(false);
  await run('follow_directory', true);
  await run('set_workspace_admin', true);
  expect(await run('follow_directory', false)).toEqual({ hasChanged: false });
  expect(await isWorkspaceAdmin(db, ann)).toBe(true);
});

test('S33 the directory makes no admin of a guest, or of one person too many', async () => {
  const { db } = await temporaryDatabase();
  const guest = await addHomelessGuest(db);
  const follow = async (uid: string) =>
    (await runJob(db, { mutation: 'follow_directory', caller: { uid: '' }, input: { uid, admin: true } }))
      .output;
  expect(await follow(guest)).toEqual({ hasChanged: false });
  for (let count = 0; count < MAX_WORKSPACE_ADMINS; count++)
    expect(await follow(await addPerson(db, `Admin ${count}`))).toEqual({ hasChanged: true });
  expect(await follow(await addPerson(db, 'Late'))).toEqual({ hasChanged: false });
});

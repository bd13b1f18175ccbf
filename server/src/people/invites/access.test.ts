import { FOREVER } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { addPerson, createRoomJob, createTestRoom, NOW, runJob } from '../../testing/database.ts';
import { accessInvite, accessInviteAsManager } from './access.ts';

const DAY = 24 * 60 * 60_000;
const NOT_FOUND = { code: 'not_found' };

/** An open and a private room of Ann; Ben is a member of the open one; Wanda looks after the server. */
async function createSetup() {
  const { db, uid: ann, roomId: open } = await createTestRoom();
  const closed = newId();
  const [ben, eve, wanda] = [
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Eve'),
    await addPerson(db, 'Wanda'),
  ];
  const run = (mutation: string, uid: string, input: object, now = NOW) =>
    runJob<never>(db, { mutation, caller: { uid }, input }, now);
  await run('set_workspace_admin', '', { uid: wanda, admin: true });
  await runJob(db, createRoomJob(ann, { id: closed, kind: 'private' }));
  await run('join_room', ben, { roomId: open });
  const invite = async (uid: string, roomIds: string[], maxUses = 10) => {
    const id = newId();
    await run('create_invite', uid, { id, roomIds, expiresInDays: 7, maxUses });
    return { id, createdBy: uid, roomIds };
  };
  return { db, ann, ben, eve, wanda, open, closed, run, invite };
}

test('N3 an invitation ends with its time or its revocation, also for people without an account and for members', async () => {
  const { db, ann, ben, open, run, invite } = await createSetup();
  const link = await invite(ann, [open]);
  for (const uid of [undefined, ann, ben]) {
    expect(await accessInvite(db, { uid, now: NOW + 7 * DAY - 1 }, link.id)).toMatchObject({
      inviter: { name: 'Ann' },
      usableRoomIds: [open],
    });
    await expect(accessInvite(db, { uid, now: NOW + 7 * DAY }, link.id)).rejects.toMatchObject(NOT_FOUND);
  }
  await run('revoke_invite', ann, link);
  for (const uid of [undefined, ann, ben])
    await expect(accessInvite(db, { uid, now: NOW }, link.id)).rejects.toMatchObject(NOT_FOUND);
  await expect(accessInvite(db, { now: NOW }, newId())).rejects.toMatchObject(NOT_FOUND);
});

test('N4 after its last use an invitation still works for those who used it, until it expires', async () => {
  const { db, ann, ben, eve, closed, run, invite } = await createSetup();
  const link = await invite(ann, [closed], 1);
  await run('redeem_invite', eve, link);
  expect(await accessInvite(db, { uid: eve, now: NOW }, link.id)).toMatchObject({ uses: 1 });
  for (const uid of [undefined, ben])
    await expect(accessInvite(db, { uid, now: NOW }, link.id)).rejects.toMatchObject(NOT_FOUND);
  await expect(accessInvite(db, { uid: eve, now: NOW + 7 * DAY }, link.id)).rejects.toMatchObject(NOT_FOUND);
});

test('N2 an invitation ends as soon as its creator deletes their account, before a job revokes it', async () => {
  const { db, ben, eve, open, run, invite } = await createSetup();
  const links = [await invite(ben, [open]), await invite(ben, [])];
  await run('delete_account', ben, { erasesWords: false });
  for (const { id } of links)
    for (const uid of [undefined, eve])
      await expect(accessInvite(db, { uid, now: NOW }, id)).rejects.toMatchObject(NOT_FOUND);
});

test('N2 A18 an invitation works only while its creator is not suspended', async () => {
  const { db, ben, eve, wanda, open, run, invite } = await createSetup();
  const [toRoom, toServer] = [await invite(ben, [open]), await invite(ben, [])];
  const suspend = (suspended: boolean) => run('set_suspension', wanda, { uid: ben, suspended });
  for (const uid of [undefined, eve])
    for (const { id } of [toRoom, toServer]) {
      await suspend(true);
      await expect(accessInvite(db, { uid, now: NOW }, id)).rejects.toMatchObject(NOT_FOUND);
      await suspend(false);
      await accessInvite(db, { uid, now: NOW }, id);
    }
});

test('N2 an invitation leads to the rooms to which its creator may invite and from which its reader is not banned', async () => {
  const { db, ann, ben, eve, open, closed, run, invite } = await createSetup();
  await run('set_member', ann, { roomId: closed, uid: ben, member: true });
  await run('set_admin', ann, { roomId: closed, uid: ben, admin: true });
  const { id } = await invite(ben, [open, closed]);
  const readRooms = async (uid?: string) => (await accessInvite(db, { uid, now: NOW }, id)).usableRoomIds;
  expect(await readRooms()).toEqual([open, closed]);
  await run('set_member', ann, { roomId: open, uid: eve, bannedUntil: FOREVER });
  expect([await readRooms(eve), await readRooms()]).toEqual([[closed], [open, closed]]);
  await run('set_admin', ann, { roomId: closed, uid: ben, admin: false });
  expect(await readRooms()).toEqual([open]);
  await expect(readRooms(eve)).rejects.toMatchObject(NOT_FOUND);
});

test('N6 an invitation is managed by its creator, those who moderate one of its rooms, and workspace admins', async () => {
  const { db, ann, ben, eve, wanda, open, run, invite } = await createSetup();
  const { id } = await invite(ben, [open]);
  const { id: toServer } = await invite(eve, []);
  const manages = async (uid: string, invited: string) =>
    accessInviteAsManager(db, { uid, now: NOW }, invited).then(
      () => true,
      () => false,
    );
  const people = [ann, ben, eve, wanda];
  expect(await Promise.all(people.map(uid => manages(uid, id)))).toEqual([true, true, false, true]);
  expect(await Promise.all(people.map(uid => manages(uid, toServer)))).toEqual([false, false, true, true]);
  await run('set_admin', ann, { roomId: open, uid: ben, admin: true });
  const { id: ofAnn } = await invite(ann, [open]);
  expect(await manages(ben, ofAnn)).toBe(true);
});

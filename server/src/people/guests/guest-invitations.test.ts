import type { CommandOutput } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import {
  addPerson,
  createRoomJob,
  NOW,
  runJob,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { addGuest } from '../../testing/guests.ts';
import type { StoredInvite } from '../invites/invite-store.ts';
import { findMembership } from '../members/member-store.ts';
import { findPerson } from '../profiles/person.ts';
import { findGuest } from './guest-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const AT = new Date(NOW).toISOString();

async function createSetup() {
  const { db } = await temporaryDatabase();
  const ann = await addPerson(db, 'Ann');
  const createRoom = async (kind: 'open' | 'private' = 'private') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, { kind }))).output.room.id;
  const roomId = await createRoom();
  const run = (uid: string, mutation: string, input: object, now = NOW) =>
    runJobsAt(now, db, { mutation, caller: { uid }, input }).then(([outcome]) => outcome);
  const invite = (input: object = {}) =>
    run(ann, 'create_invite', {
      id: newId(),
      roomIds: [roomId],
      expiresInDays: 7,
      maxUses: 2,
      guest: true,
      ...input,
    });
  const createInvite = async (input: object = {}) => {
    const outcome = await invite(input);
    if (!outcome || !('output' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
    return outcome.output as StoredInvite;
  };
  const signUp = async (stored: StoredInvite, { isRequired = false, now = NOW } = {}) => {
    const id = newId();
    const statement = (mutation: string, sql: string) =>
      run('', mutation, { sql, parameters: [], invite: stored, isRequired }, now);
    const outcome = await statement(
      'insert_invited_user',
      `insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
       values ('${id}', 'New', '${id}@snug.example', false, '${AT}', '${AT}') returning *`,
    );
    await statement(
      'insert_invited_account',
      `insert into "accounts" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
       values ('${newId()}', '${id}', 'credential', '${id}', '${AT}', '${AT}') returning *`,
    );
    return { id, outcome };
  };
  return { db, ann, roomId, createRoom, run, invite, createInvite, signUp };
}

test('GU5 a new account by an invitation of guests is a guest of its creator, until its end', async () => {
  const { db, ann, roomId, createInvite, signUp } = await createSetup();
  const until = NOW + 30 * DAY_MS;
  const { id } = await signUp(await createInvite({ guestUntil: until }));
  expect(await findGuest(db, id)).toEqual({ inviter: ann, until });
  expect(await findPerson(db, id)).toMatchObject({ guest: true });
  expect(await findMembership(db, roomId, id)).toMatchObject({ role: 'member', request: null });
  const { id: endless } = await signUp(await createInvite());
  expect(await findGuest(db, endless)).toEqual({ inviter: ann, until: null });
  const ordinary = await createInvite({ guest: false });
  expect(await findGuest(db, (await signUp(ordinary)).id)).toBeUndefined();
});

test('GU5 a member who redeems an invitation of guests joins as a member, and a guest as a guest', async () => {
  const { db, ann, roomId, createRoom, run, createInvite } = await createSetup();
  const kim = await addPerson(db, 'Kim');
  const stored = await createInvite();
  await run(kim, 'redeem_invite', stored);
  expect(await findMembership(db, roomId, kim)).toMatchObject({ role: 'member' });
  expect(await findPerson(db, kim)).not.toHaveProperty('guest');
  const gil = await addGuest(db, { inviter: ann, roomId: await createRoom() });
  await run(gil, 'redeem_invite', stored);
  expect(await findMembership(db, roomId, gil)).toMatchObject({ role: 'member' });
  expect(await findPerson(db, gil)).toMatchObject({ guest: true });
});

test('GU5 an invitation of members leads a guest nowhere', async () => {
  const { db, ann, roomId, createRoom, run, createInvite } = await createSetup();
  const gil = await addGuest(db, { inviter: ann, roomId });
  for (const roomIds of [[await createRoom('open')], [await createRoom()], []]) {
    const stored = await createInvite({ guest: false, roomIds });
    expect(await run(gil, 'redeem_invite', stored)).toEqual({
      error: { code: 'forbidden', message: 'This link is for members.' },
    });
  }
});

test('GU5 an invitation of guests names one private room and an end within a year', async () => {
  const { createRoom, invite } = await createSetup();
  const wrong = [
    { roomIds: [] },
    { roomIds: [await createRoom('open')] },
    { roomIds: [await createRoom(), await createRoom()] },
    { guestUntil: NOW },
    { guestUntil: NOW + 366 * DAY_MS },
  ];
  for (const input of wrong) expect(await invite(input)).toMatchObject({ error: { code: 'invalid_input' } });
  expect(await invite({ guestUntil: NOW + 365 * DAY_MS })).toMatchObject({ output: { guest: 1 } });
});

test('GU5 with the setting, only workspace admins invite guests, of those who may invite to the room', async () => {
  const { db, ann, run, invite } = await createSetup();
  const fixed = { guests: 'admins' };
  expect(await invite({ fixed })).toMatchObject({ error: { code: 'forbidden' } });
  expect(await invite({ fixed, guest: false })).toHaveProperty('output');
  const kim = await addPerson(db, 'Kim');
  for (const uid of [ann, kim]) await run('', 'set_workspace_admin', { uid, admin: true });
  expect(await invite({ fixed })).toHaveProperty('output');
  const { roomIds } = ((await invite()) as { output: StoredInvite }).output;
  const ofKim = { id: newId(), roomIds, expiresInDays: 7, maxUses: 1, guest: true, fixed };
  expect(await run(kim, 'create_invite', ofKim)).toMatchObject({ error: { code: 'not_found' } });
});

test('GU5 an invitation of guests ends with the access that it would give', async () => {
  const { db, createInvite, signUp } = await createSetup();
  const stored = await createInvite({ guestUntil: NOW + DAY_MS });
  const late = await signUp(stored, { isRequired: true, now: NOW + DAY_MS });
  expect(late.outcome).toMatchObject({ error: { code: 'forbidden' } });
  expect(await findPerson(db, late.id)).toBeUndefined();
});

test('GU5 an invitation of guests for one person leads only one in', async () => {
  const { db, createInvite, signUp } = await createSetup();
  const stored = await createInvite({ maxUses: 1 });
  const { id } = await signUp(stored, { isRequired: true });
  expect(await findGuest(db, id)).toBeDefined();
  const second = await signUp(stored, { isRequired: true });
  expect(second.outcome).toMatchObject({ error: { code: 'forbidden' } });
});

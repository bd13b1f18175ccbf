import { type CommandOutput, MAX_GUEST_ROOMS, type Room } from '@snug/protocol';
import { expect, test, vi } from 'vitest';
import { createSession, insertSession } from '../../account/new-session.ts';
import { findActive } from '../../account/session-store.ts';
import { newId } from '../../base/ids.ts';
import { accessRoom } from '../../chat/rooms/access.ts';
import { findRoom } from '../../chat/rooms/room-rows.ts';
import type { Db } from '../../db/schema.ts';
import { findMembership } from '../../people/members/member-store.ts';
import { accessPerson, filterKnown } from '../../people/profiles/access.ts';
import {
  addPerson,
  addSession,
  createRoomJob,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
  temporaryDatabase,
} from '../../testing/database.ts';
import { addGuest, inviteGuest } from '../../testing/guests.ts';
import { readGuestRooms } from './guests.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOT_FOUND = { code: 'not_found' };

/** Ann and Ben are in a private room with the guest Gil. Zoe is in another private room of Ann, and Kim in none. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, ben, zoe, kim] = [
    await addPerson(db, 'Ann'),
    await addPerson(db, 'Ben'),
    await addPerson(db, 'Zoe'),
    await addPerson(db, 'Kim'),
  ];
  const createRoom = async (uid: string, kind: 'open' | 'private' = 'private') =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind }))).output.room.id;
  const [roomId, otherRoomId, openRoomId] = [
    await createRoom(ann),
    await createRoom(ann),
    await createRoom(ann, 'open'),
  ];
  const add = (room: string, uid: string, member = true) =>
    runJobs(db, {
      mutation: 'set_member',
      caller: { uid: ann },
      input: { roomId: room, uid, member, fixed: { sign_up: 'invite' } },
    });
  await add(roomId, ben);
  await add(otherRoomId, zoe);
  const gil = await addGuest(db, { inviter: ann, roomId });
  const openDirect = async (uid: string, uids: readonly string[]) => {
    const input = { uids, id: newId(), fixed: {} };
    const [outcome] = await runJobs(db, { mutation: 'open_direct', caller: { uid }, input });
    return outcome;
  };
  const run = (uid: string, mutation: string, input: object, now = NOW) =>
    runJobsAt(now, db, { mutation, caller: { uid }, input }).then(([outcome]) => outcome);
  return { db, ann, ben, zoe, kim, gil, roomId, otherRoomId, openRoomId, createRoom, add, openDirect, run };
}

function canSee(db: Db, uid: string, other: string): Promise<boolean> {
  return accessPerson(db, { uid }, other).then(
    () => true,
    () => false,
  );
}

test('GU2 a guest sees the people who are in one of their rooms now, and members see everyone', async () => {
  const { db, ann, ben, zoe, kim, gil, roomId, add } = await createSetup();
  const others = [ann, ben, zoe, kim, gil];
  const seenBy = async (uid: string) => {
    const seen = [];
    for (const other of others) if (await canSee(db, uid, other)) seen.push(other);
    return seen;
  };
  expect(await seenBy(gil)).toEqual([ann, ben, gil]);
  expect(await filterKnown(db, { uid: gil, guest: true }, [...others, newId()])).toEqual([ann, ben, gil]);
  expect(await seenBy(kim)).toEqual(others);
  expect(await filterKnown(db, { uid: kim }, others)).toEqual(others);
  await add(roomId, ben, false);
  expect(await seenBy(gil)).toEqual([ann, gil]);
  expect(await filterKnown(db, { uid: gil, guest: true }, others)).toEqual([ann, gil]);
});

test('GU1 a hidden person or room costs a guest the same statements and rows as a missing one', async () => {
  const { db, gil, zoe, kim, createRoom, ann, otherRoomId, openRoomId } = await createSetup();
  await inviteGuest(db, gil, { inviter: ann, roomId: await createRoom(ann) });
  const queries = vi.spyOn(db, 'executeQuery');
  const measure = async (other: string, roomId: string) => {
    queries.mockClear();
    await expect(accessPerson(db, { uid: gil }, other)).rejects.toMatchObject(NOT_FOUND);
    expect(await filterKnown(db, { uid: gil, guest: true }, [other])).toEqual([]);
    await expect(accessRoom(db, { uid: gil, now: NOW }, roomId)).rejects.toMatchObject(NOT_FOUND);
    const results = await Promise.all(
      queries.mock.results.map(({ value }) => value as Promise<{ rows: unknown[] }>),
    );
    return queries.mock.calls.map(([query], index) => [
      (query as { sql: string }).sql,
      results[index]?.rows.length,
    ]);
  };
  const missing = await measure(newId(), newId());
  expect(await measure(zoe, otherRoomId)).toEqual(missing);
  expect(await measure(kim, openRoomId)).toEqual(missing);
});

test('GU1 open rooms do not exist for a guest, and neither do private rooms of others', async () => {
  const { db, gil, roomId, otherRoomId, openRoomId, run } = await createSetup();
  const access = (id: string) => accessRoom(db, { uid: gil, now: NOW }, id);
  await expect(access(roomId)).resolves.toMatchObject({ role: 'member', guest: 1 });
  for (const id of [openRoomId, otherRoomId, newId()])
    await expect(access(id)).rejects.toMatchObject(NOT_FOUND);
  for (const id of [openRoomId, newId()]) {
    expect(await run(gil, 'join_room', { roomId: id })).toMatchObject({ error: NOT_FOUND });
    expect(await run(gil, 'send_message', { id: newId(), roomId: id, text: 'hello' })).toMatchObject({
      error: NOT_FOUND,
    });
  }
  expect(await run(gil, 'send_message', { id: newId(), roomId, text: 'hello' })).toMatchObject({
    output: { message: { author: { uid: gil, guest: true } } },
  });
});

test('GU6 a direct room with a guest needs people of a private room with them, whoever opens it', async () => {
  const { ann, ben, zoe, kim, gil, openDirect } = await createSetup();
  expect(await openDirect(gil, [kim])).toMatchObject({ error: NOT_FOUND });
  expect(await openDirect(gil, [newId()])).toMatchObject({ error: NOT_FOUND });
  for (const [uid, others] of [
    [kim, [gil]],
    [ann, [gil, zoe]],
    [ben, [ann, gil, kim]],
  ] as const)
    expect(await openDirect(uid, others)).toMatchObject({ error: { code: 'forbidden' } });
  const opened = await openDirect(ben, [gil, ann]);
  expect(opened).toMatchObject({ output: { room: { kind: 'direct' } } });
  // Nobody asks the guest.
  expect(JSON.stringify(opened)).not.toContain('waiting');
  expect(await openDirect(gil, [ann])).toMatchObject({ output: { room: { kind: 'direct' } } });
  expect(await openDirect(gil, [])).toMatchObject({ output: { room: { kind: 'direct' } } });
});

test('GU6 only a person of a private room with a guest adds them to another one', async () => {
  const { db, ann, zoe, gil, createRoom, run } = await createSetup();
  const ofZoe = await createRoom(zoe);
  const ofAnn = await createRoom(ann);
  const open = await createRoom(ann, 'open');
  const add = (uid: string, roomId: string) => run(uid, 'set_member', { roomId, uid: gil, member: true });
  expect(await add(zoe, ofZoe)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await add(ann, open)).toMatchObject({ error: { code: 'forbidden' } });
  expect(await add(ann, ofAnn)).toMatchObject({ output: { member: { role: 'member' } } });
  await expect(accessRoom(db, { uid: gil, now: NOW }, ofAnn)).resolves.toMatchObject({ request: null });
  // A guest who left is no request either.
  await run(gil, 'leave_room', { roomId: ofAnn });
  await add(ann, ofAnn);
  await expect(accessRoom(db, { uid: gil, now: NOW }, ofAnn)).resolves.toMatchObject({ request: null });
  expect(await run(ann, 'set_admin', { roomId: ofAnn, uid: gil, admin: true })).toMatchObject({
    error: { code: 'forbidden' },
  });
});

test('GU7 a guest without a private room reads no room, until somebody adds them again', async () => {
  const { db, ann, gil, roomId, add, openDirect, run } = await createSetup();
  const direct = (await openDirect(gil, [ann])) as { output: { room: Room } };
  const directId = direct.output.room.id;
  const access = (id: string) => accessRoom(db, { uid: gil, now: NOW }, id);
  await expect(access(directId)).resolves.toMatchObject({ role: 'member' });
  await add(roomId, gil, false);
  for (const id of [roomId, directId]) await expect(access(id)).rejects.toMatchObject(NOT_FOUND);
  expect(await canSee(db, gil, ann)).toBe(false);
  expect(await openDirect(gil, [ann])).toMatchObject({ error: NOT_FOUND });
  expect(await openDirect(gil, [])).toMatchObject({ error: NOT_FOUND });
  await expect(accessRoom(db, { uid: ann, now: NOW }, directId)).resolves.toMatchObject({ role: 'member' });
  // By the direct room alone, nobody adds them.
  expect(await run(ann, 'set_member', { roomId, uid: gil, member: true })).toMatchObject({
    error: { code: 'forbidden' },
  });
  await inviteGuest(db, gil, { inviter: ann, roomId });
  await expect(access(directId)).resolves.toMatchObject({ role: 'member' });
  // A deleted room counts no more.
  const { name } = (await findRoom(db, roomId)) ?? { name: '' };
  await run(ann, 'delete_room', { roomId, name });
  await expect(access(directId)).rejects.toMatchObject(NOT_FOUND);
});

test('GU4 a guest is in at most 100 private rooms', async () => {
  const { db, ann, gil, createRoom, run } = await createSetup();
  for (let count = 1; count < MAX_GUEST_ROOMS; count++)
    await inviteGuest(db, gil, { inviter: ann, roomId: await createRoom(ann) });
  const roomId = await createRoom(ann);
  expect(await run(ann, 'set_member', { roomId, uid: gil, member: true })).toMatchObject({
    error: { code: 'limit_exceeded' },
  });
  await expect(inviteGuest(db, gil, { inviter: ann, roomId })).rejects.toThrow('limit_exceeded');
  const [left] = await readGuestRooms(db, gil);
  await run(gil, 'leave_room', { roomId: left });
  expect(await run(ann, 'set_member', { roomId, uid: gil, member: true })).toMatchObject({
    output: { member: { role: 'member' } },
  });
});

test('GU9 the number of guests of a room follows each change, and is a step of its log', async () => {
  const { db, ann, gil, roomId, add, run } = await createSetup();
  const count = async () => (await findRoom(db, roomId))?.guests ?? 0;
  expect(await count()).toBe(1);
  const ida = await addGuest(db, { name: 'Ida', inviter: ann, roomId });
  expect(await count()).toBe(2);
  expect(await add(roomId, gil, false)).toMatchObject([
    {
      publications: [
        { event: { type: 'membership_changed' } },
        { event: { type: 'member_changed', uid: gil, canRead: false, guests: 1 } },
      ],
    },
  ]);
  await run(ida, 'leave_room', { roomId });
  expect(await count()).toBe(0);
});

test('GU9 a workspace admin makes a member from a guest, who then sees everyone and all open rooms', async () => {
  const { db, ann, kim, gil, roomId, openRoomId, openDirect, run } = await createSetup();
  await openDirect(gil, [ann]);
  const makeMember = async (uid: string) =>
    run(uid, 'make_member', { uid: gil, roomIds: await readGuestRooms(db, gil) });
  expect(await makeMember(ann)).toMatchObject({ error: { code: 'forbidden' } });
  await run('', 'set_workspace_admin', { uid: ann, admin: true });
  expect(await run(ann, 'make_member', { uid: gil, roomIds: [roomId] })).toMatchObject({
    error: { code: 'stale' },
  });
  const outcome = await makeMember(ann);
  expect(outcome).toMatchObject({ output: { person: { uid: gil, version: expect.any(Number) as number } } });
  expect(outcome).not.toHaveProperty('output.person.guest');
  const types = 'publications' in outcome! ? outcome.publications.map(({ event }) => event.type) : [];
  expect(types).toEqual(['room_edited', 'room_edited', 'profile_changed', 'guest_changed']);
  expect((await findRoom(db, roomId))?.guests).toBeUndefined();
  expect(await canSee(db, gil, kim)).toBe(true);
  await expect(accessRoom(db, { uid: gil, now: NOW }, openRoomId)).resolves.toMatchObject({ guest: null });
  expect(await makeMember(ann)).toMatchObject({ publications: [] });
});

test('GU8 the admins of a room of the guest and workspace admins change the end of the access, audited', async () => {
  const { db, ann, ben, zoe, kim, gil, run } = await createSetup();
  const setEnd = (uid: string, until: number | null) => run(uid, 'set_guest_end', { uid: gil, until });
  const until = NOW + 30 * DAY_MS;
  // Ben is no admin, Zoe shares no room, and a guest may see Ann.
  for (const uid of [ben, zoe, gil])
    expect(await setEnd(uid, until)).toMatchObject({ error: { code: 'forbidden' } });
  for (const wrong of [NOW, NOW + 366 * DAY_MS])
    expect(await setEnd(ann, wrong)).toMatchObject({ error: { code: 'invalid_input' } });
  expect(await setEnd(ann, until)).toMatchObject({ publications: [{ event: { type: 'guest_changed' } }] });
  expect(await setEnd(ann, until)).toMatchObject({ publications: [] });
  await run('', 'set_workspace_admin', { uid: kim, admin: true });
  expect(await setEnd(kim, null)).toMatchObject({ publications: [{ event: { type: 'guest_changed' } }] });
  const audited = await db
    .selectFrom('audit')
    .select(['actorId', 'targetId', 'until'])
    .where('action', '=', 'change_guest_end')
    .orderBy('id')
    .execute();
  expect(audited).toEqual([
    { actorId: ann, targetId: gil, until },
    { actorId: kim, targetId: gil, until: null },
  ]);
  expect(await run(kim, 'set_guest_end', { uid: ben, until })).toMatchObject({
    error: { code: 'forbidden' },
  });
});

test('GU8 sessions end with the access and stay so, and a sign-in names the date and the inviter', async () => {
  const { db, ann, gil, roomId, run } = await createSetup();
  const now = Date.now();
  const until = now + DAY_MS;
  const before = await addSession(db, gil);
  await run(ann, 'set_guest_end', { uid: gil, until }, now);
  const after = await addSession(db, gil);
  expect(await findActive(db, [before, after], until - 1)).toEqual(new Set([before, after]));
  expect(await findActive(db, [before, after], until)).toEqual(new Set());
  const signIn = (at: number) => insertSession(db, gil, createSession(undefined), at);
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  await expect(signIn(until)).rejects.toThrow(`Your access ended on ${date}. Ask Ann to extend it.`);
  await expect(accessRoom(db, { uid: gil, now: until }, roomId)).rejects.toMatchObject(NOT_FOUND);
  await run(ann, 'set_guest_end', { uid: gil, until: null }, until + 1);
  expect(await findActive(db, [before, after], until + 1)).toEqual(new Set());
  await expect(signIn(until + 1)).resolves.toBeUndefined();
});

test('GU4 Y17 Y18 a guest never becomes the admin of a room whose only admin deletes the account', async () => {
  const { db, ann, ben, gil, roomId, run } = await createSetup();
  await run(ann, 'delete_account', { erasesWords: false });
  const erase = () => run('', 'erase_in_room', { uid: ann, roomId });
  await erase();
  expect(await findMembership(db, roomId, ben)).toMatchObject({ role: 'admin' });
  expect(await findMembership(db, roomId, gil)).toMatchObject({ role: 'member' });
  expect((await findRoom(db, roomId))?.guests).toBe(1);
});

test('GU4 Y18 a private room without its last member is deleted, also if guests are in it', async () => {
  const { db, ann, ben, gil, roomId, add, run } = await createSetup();
  await add(roomId, ben, false);
  await run(ann, 'delete_account', { erasesWords: false });
  await run('', 'erase_in_room', { uid: ann, roomId });
  expect(await findRoom(db, roomId)).toBeUndefined();
  await expect(accessRoom(db, { uid: gil, now: NOW }, roomId)).rejects.toMatchObject(NOT_FOUND);
});

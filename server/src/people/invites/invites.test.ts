import { type CommandOutput, FOREVER, MAX_ACTIVE_INVITES, roomTopic, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import type { Db } from '../../db/schema.ts';
import type { WriteJob } from '../../db/store.ts';
import {
  addPerson,
  createRoomJob,
  createTestRoom,
  NOW,
  runJob,
  runJobs,
  runJobsAt,
} from '../../testing/database.ts';
import { findMembership } from '../members/member-store.ts';
import { findInvite, isActive, type StoredInvite } from './invite-store.ts';

const DAY = 24 * 60 * 60_000;
const NOT_FOUND = { error: { code: 'not_found', message: 'Not found' } };
const FORBIDDEN = { error: { code: 'forbidden' } };

interface InviteOptions {
  id?: string;
  roomIds?: string[];
  expiresInDays?: number;
  maxUses?: number;
  guest?: boolean;
  guestUntil?: number;
}

function createJob(uid: string, options: InviteOptions = {}): WriteJob {
  const input = { id: newId(), roomIds: [], expiresInDays: 7, maxUses: 10, ...options };
  return { mutation: 'create_invite', caller: { uid }, input };
}

function job(mutation: string, uid: string, input: object): WriteJob {
  return { mutation, caller: { uid }, input };
}

function redeemJob(uid: string, { id, createdBy, roomIds }: StoredInvite): WriteJob {
  return job('redeem_invite', uid, { id, createdBy, roomIds });
}

async function invite(db: Db, uid: string, options: InviteOptions): Promise<StoredInvite> {
  return (await runJob<StoredInvite>(db, createJob(uid, options))).output;
}

async function createRoom(db: Db, uid: string, kind: 'open' | 'private'): Promise<string> {
  const { output } = await runJob<CommandOutput<'create_room'>>(db, createRoomJob(uid, { kind }));
  return output.room.id;
}

/** A room of Ann, and Ben, who is no member. */
async function createSetup(kind: 'open' | 'private' = 'open') {
  const { db, uid: ann } = await createTestRoom();
  const roomId = await createRoom(db, ann, kind);
  const ben = await addPerson(db, 'Ben');
  const roleOf = async (uid: string, id = roomId) => (await findMembership(db, id, uid)).role;
  const usesOf = async ({ id }: StoredInvite) => (await findInvite(db, id))?.uses;
  return { db, ann, ben, roomId, roleOf, usesOf };
}

test('N1 members invite to an open room, until an admin switches that off', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  expect(await runJobs(db, createJob(ben, { roomIds: [roomId] }))).toMatchObject([FORBIDDEN]);
  await runJob(db, job('join_room', ben, { roomId }));
  await invite(db, ben, { roomIds: [roomId] });
  const { output, publications } = await runJob<CommandOutput<'edit_room'>>(
    db,
    job('edit_room', ann, { roomId, membersInvite: false }),
  );
  expect(output.room).toMatchObject({ membersInvite: false, seq: 1 });
  expect(publications).toMatchObject([{ event: { type: 'room_edited', room: { membersInvite: false } } }]);
  expect(await runJobs(db, createJob(ben, { roomIds: [roomId] }))).toMatchObject([FORBIDDEN]);
  await invite(db, ann, { roomIds: [roomId] });
  const again = await runJob<CommandOutput<'edit_room'>>(
    db,
    job('edit_room', ann, { roomId, membersInvite: true }),
  );
  expect(again.output.room).not.toHaveProperty('membersInvite');
  await invite(db, ben, { roomIds: [roomId] });
});

test('N1 only admins invite to a private room, and nobody to a direct, an archived or an unknown one', async () => {
  const { db, ann, ben, roomId } = await createSetup('private');
  await runJob(db, job('set_member', ann, { roomId, uid: ben, member: true }));
  expect(await runJobs(db, createJob(ben, { roomIds: [roomId] }))).toMatchObject([FORBIDDEN]);
  await invite(db, ann, { roomIds: [roomId] });
  const { output } = await runJob<CommandOutput<'open_direct'>>(
    db,
    job('open_direct', ann, { uids: [ben], id: newId() }),
  );
  await runJob(db, job('archive_room', ann, { roomId, archived: true }));
  const refused = [output.room.id, roomId, newId()].map(id => createJob(ann, { roomIds: [id] }));
  expect(await runJobs(db, ...refused)).toMatchObject([FORBIDDEN, FORBIDDEN, NOT_FOUND]);
});

test('N1 a person has at most 100 active invitations; others do not count', async () => {
  const { db, ann, ben } = await createSetup();
  const first = await invite(db, ann, { expiresInDays: 1 });
  for (let count = 1; count < MAX_ACTIVE_INVITES; count++) await invite(db, ann, { expiresInDays: 1 });
  const next = createJob(ann);
  expect(await runJobs(db, next)).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  await invite(db, ben, {});
  await runJob(db, job('revoke_invite', ann, first));
  expect(await runJobs(db, next)).toMatchObject([{ output: { uses: 0 } }]);
  expect(await runJobsAt(NOW + DAY, db, createJob(ann))).toMatchObject([{ output: { uses: 0 } }]);
});

test('N1 an invitation of guests whose time is over does not count', async () => {
  const { db, ann, roomId } = await createSetup('private');
  const input = { roomIds: [roomId], expiresInDays: 30, guest: true, guestUntil: NOW + DAY };
  for (let count = 0; count < MAX_ACTIVE_INVITES; count++) await invite(db, ann, input);
  const next = createJob(ann);
  expect(await runJobs(db, next)).toMatchObject([{ error: { code: 'limit_exceeded' } }]);
  expect(await runJobsAt(NOW + DAY, db, next)).toMatchObject([{ output: { uses: 0 } }]);
});

test('T10 a repeated creation returns the first invitation, and its id is taken for others', async () => {
  const { db, ann, ben } = await createSetup();
  const id = newId();
  const first = await invite(db, ann, { id });
  expect(await invite(db, ann, { id })).toEqual(first);
  expect(await runJobs(db, createJob(ben, { id }))).toMatchObject([{ error: { code: 'id_taken' } }]);
});

test('N4 a redemption joins the rooms and takes one use; a repetition takes none', async () => {
  const { db, ann, ben, roomId, roleOf, usesOf } = await createSetup();
  const hidden = await createRoom(db, ann, 'private');
  const link = await invite(db, ann, { roomIds: [roomId, hidden], maxUses: 1 });
  const { output, publications } = await runJob(db, redeemJob(ben, link));
  expect(output).toMatchObject({ rooms: [{ id: roomId }, { id: hidden, kind: 'private' }] });
  expect(publications.map(({ topic }) => topic).toSorted()).toEqual(
    [selfTopic(ben), selfTopic(ben), roomTopic(hidden)].toSorted(),
  );
  expect([await roleOf(ben), await roleOf(ben, hidden), await usesOf(link)]).toEqual(['member', 'member', 1]);
  expect(await runJob(db, redeemJob(ben, link))).toEqual({ output, publications: [] });
  expect(await usesOf(link)).toBe(1);
  const cem = await addPerson(db, 'Cem');
  expect(await runJobs(db, redeemJob(cem, link))).toEqual([NOT_FOUND]);
});

test('N4 members use up nothing, and a use that is not left adds nobody again', async () => {
  const { db, ann, ben, roomId, roleOf, usesOf } = await createSetup();
  const link = await invite(db, ann, { roomIds: [roomId], maxUses: 1 });
  await runJob(db, redeemJob(ann, link));
  expect(await usesOf(link)).toBe(0);
  await runJob(db, redeemJob(ben, link));
  await runJob(db, job('leave_room', ben, { roomId }));
  expect(await runJobs(db, redeemJob(ben, link))).toEqual([NOT_FOUND]);
  expect([await roleOf(ben), await usesOf(link)]).toEqual([null, 1]);
});

test('N4 a ban wins over an invitation', async () => {
  const { db, ann, ben, roomId, roleOf, usesOf } = await createSetup();
  const other = await createRoom(db, ann, 'open');
  const link = await invite(db, ann, { roomIds: [roomId] });
  const wider = await invite(db, ann, { roomIds: [roomId, other] });
  await runJob(db, job('set_member', ann, { roomId, uid: ben, bannedUntil: FOREVER }));
  expect(await runJobs(db, redeemJob(ben, link))).toEqual([NOT_FOUND]);
  expect((await runJob(db, redeemJob(ben, wider))).output).toMatchObject({ rooms: [{ id: other }] });
  expect([await roleOf(ben), await usesOf(link), await usesOf(wider)]).toEqual([null, 0, 1]);
});

test('N4 the last use goes to one of two in the same batch', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  const cem = await addPerson(db, 'Cem');
  const link = await invite(db, ann, { roomIds: [roomId], maxUses: 1 });
  const outcomes = await runJobs(db, redeemJob(ben, link), redeemJob(cem, link));
  expect(outcomes).toMatchObject([{ output: { rooms: [{ id: roomId }] } }, NOT_FOUND]);
});

test('N2 N3 an invitation ends with its creator’s right, its time or its revocation', async () => {
  const { db, ann, ben, roomId } = await createSetup('private');
  const cem = await addPerson(db, 'Cem');
  await runJob(db, job('set_member', ann, { roomId, uid: cem, member: true }));
  await runJob(db, job('set_admin', ann, { roomId, uid: cem, admin: true }));
  const ofCem = await invite(db, cem, { roomIds: [roomId] });
  const revoked = await invite(db, ann, { roomIds: [roomId] });
  const expired = await invite(db, ann, { roomIds: [roomId], expiresInDays: 1 });
  await runJob(db, job('set_admin', ann, { roomId, uid: cem, admin: false }));
  await runJob(db, job('revoke_invite', ann, revoked));
  expect(await runJobs(db, redeemJob(ben, ofCem), redeemJob(ben, revoked))).toEqual([NOT_FOUND, NOT_FOUND]);
  expect(await runJobsAt(NOW + DAY, db, redeemJob(ben, expired))).toEqual([NOT_FOUND]);
  await runJob(db, job('set_admin', ann, { roomId, uid: cem, admin: true }));
  await runJob(db, redeemJob(ben, ofCem));
});

test('N2 an invitation of a member ends while members may not invite, after they leave and while they are banned', async () => {
  const { db, ann, ben, roomId, usesOf } = await createSetup();
  const cem = await addPerson(db, 'Cem');
  await runJob(db, job('join_room', ben, { roomId }));
  const link = await invite(db, ben, { roomIds: [roomId] });
  const setBan = (bannedUntil: number | null) => job('set_member', ann, { roomId, uid: ben, bannedUntil });
  const changes: [WriteJob, ...WriteJob[]][] = [
    [
      job('edit_room', ann, { roomId, membersInvite: false }),
      job('edit_room', ann, { roomId, membersInvite: true }),
    ],
    [job('leave_room', ben, { roomId }), job('join_room', ben, { roomId })],
    [setBan(FOREVER), setBan(null), job('join_room', ben, { roomId })],
  ];
  for (const [end, ...restore] of changes) {
    await runJob(db, end);
    expect(await runJobs(db, redeemJob(cem, link))).toEqual([NOT_FOUND]);
    for (const change of restore) await runJob(db, change);
    const dan = await addPerson(db, 'Dan');
    await runJob(db, redeemJob(dan, link));
  }
  expect(await usesOf(link)).toBe(changes.length);
});

test('N2 an invitation leads only to the rooms to which its creator may still invite', async () => {
  const { db, ann, ben, roomId, roleOf } = await createSetup();
  const ofBen = await createRoom(db, ben, 'open');
  await runJob(db, job('join_room', ben, { roomId }));
  const link = await invite(db, ben, { roomIds: [roomId, ofBen] });
  await runJob(db, job('leave_room', ben, { roomId }));
  const cem = await addPerson(db, 'Cem');
  expect((await runJob(db, redeemJob(cem, link))).output).toMatchObject({ rooms: [{ id: ofBen }] });
  expect([await roleOf(cem), await roleOf(cem, ofBen), await roleOf(ann)]).toEqual([null, 'member', 'admin']);
});

test('N6 the creator and the admins of its rooms revoke an invitation, and nobody else', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  await runJob(db, job('join_room', ben, { roomId }));
  const link = await invite(db, ben, { roomIds: [roomId] });
  const cem = await addPerson(db, 'Cem');
  expect(await runJobs(db, job('revoke_invite', cem, link))).toEqual([NOT_FOUND]);
  await runJob(db, job('revoke_invite', ann, link));
  await runJob(db, job('revoke_invite', ben, link));
  expect((await findInvite(db, link.id))?.revokedAt).toBe(NOW);
});

test('N8 an invitation is deleted 30 days after its expiry, with all that belongs to it', async () => {
  const { db, ann, ben, roomId } = await createSetup();
  const link = await invite(db, ann, { roomIds: [roomId], expiresInDays: 1 });
  await runJob(db, redeemJob(ben, link));
  const sweep = job('delete_expired_invites', '', { limit: 9 });
  await runJobsAt(NOW + 31 * DAY, db, sweep);
  expect(await findInvite(db, link.id)).toMatchObject({ uses: 1 });
  await runJobsAt(NOW + 31 * DAY + 1, db, sweep);
  const rest = await Promise.all(
    (['invites', 'invite_rooms', 'invite_uses'] as const).map(table =>
      db.selectFrom(table).selectAll().execute(),
    ),
  );
  expect(rest).toEqual([[], [], []]);
});

test('N1 an invitation is active until it expires, is used up or is revoked', async () => {
  const { db, uid } = await createTestRoom();
  const link = await invite(db, uid, { expiresInDays: 1, maxUses: 2 });
  expect(isActive(link, NOW + DAY - 1)).toBe(true);
  expect(isActive(link, NOW + DAY)).toBe(false);
  expect([1, 2].map(uses => isActive({ ...link, uses }, NOW))).toEqual([true, false]);
  expect(isActive({ ...link, revokedAt: NOW }, NOW)).toBe(false);
});

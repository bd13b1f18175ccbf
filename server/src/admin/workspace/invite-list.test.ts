import {
  type CommandOutput,
  type InviteCursor,
  MAX_EXAMINED_INVITES,
  MAX_LISTED_WORKSPACE_ROWS,
  MAX_RESULT_BYTES,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { RateLimits } from '../../limits/rate-limits.ts';
import { InviteLinks } from '../../people/invites/invite-links.ts';
import { insertInvite, type StoredInvite } from '../../people/invites/invite-store.ts';
import { addPerson, createRoomJob, NOW, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { listWorkspaceInvites } from './invite-list.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Ann invites, and Wanda is a workspace admin. `add`: an invitation of Ann that was created so many ms after `NOW`. */
async function createSetup() {
  const { db } = await temporaryDatabase();
  const [ann, wanda] = [await addPerson(db, 'Ann'), await addPerson(db, 'Wanda')];
  await runJob(db, job('set_workspace_admin', '', { uid: wanda, admin: true }));
  const now = () => NOW;
  const links = new InviteLinks({
    secret: 'x'.repeat(32),
    read: db,
    now,
    limits: new RateLimits(undefined, now),
  });
  const add = async (ms: number, change: Partial<StoredInvite> = {}): Promise<string> => {
    const id = newId();
    const times = {
      createdAt: NOW + ms,
      expiresAt: NOW + DAY_MS,
      revokedAt: null,
      guest: null,
      guestUntil: null,
    };
    await insertInvite(db, { id, createdBy: ann, roomIds: [], maxUses: 5, uses: 0, ...times, ...change });
    return id;
  };
  const read = (before?: InviteCursor, uid = wanda) =>
    listWorkspaceInvites(db, links, { uid, now: NOW }, { before });
  const readAll = async () => {
    const pages = [await read()];
    while (pages.at(-1)?.next) pages.push(await read(pages.at(-1)?.next));
    return pages;
  };
  const createRoom = async (input: object) =>
    (await runJob<CommandOutput<'create_room'>>(db, createRoomJob(ann, input))).output.room.id;
  return { db, ann, wanda, add, read, readAll, createRoom };
}

function job(mutation: string, uid: string, input: object) {
  return { mutation, caller: { uid }, input };
}

test('A22 active invitations of everyone are listed, the newest first, without those that are over', async () => {
  const { db, ann, wanda, add, read } = await createSetup();
  const [older, newer] = [await add(1), await add(3)];
  await add(2, { expiresAt: NOW });
  await add(2, { guest: 1, guestUntil: NOW });
  const guests = await add(7, { guest: 1, guestUntil: NOW + 1 });
  const used = await add(4, { maxUses: 1 });
  const revoked = await add(5);
  const ben = await addPerson(db, 'Ben');
  const roomless = { createdBy: ann, roomIds: [] };
  await db.updateTable('invites').set({ uses: 1 }).where('id', '=', used).execute();
  await runJob(db, job('revoke_invite', ann, { id: revoked, ...roomless }));
  const own = await add(6, { createdBy: wanda });
  expect((await read()).invites).toMatchObject([
    { id: guests, guest: true, guestUntil: NOW + 1 },
    { id: own, createdBy: { name: 'Wanda' } },
    { id: newer, createdBy: { name: 'Ann' }, maxUses: 5, uses: 0, expiresAt: NOW + DAY_MS },
    { id: older },
  ]);
  expect((await read()).invites.map(({ code }) => code !== undefined)).toEqual([false, true, false, false]);
  expect((await read(undefined, ben)).invites.some(({ code }) => code)).toBe(false);
});

test('A22 open rooms have names, and private ones of which the caller is no member are a number', async () => {
  const { db, ann, wanda, add, read, createRoom } = await createSetup();
  const open = await createRoom({ name: 'Hall' });
  const hidden = await createRoom({ name: 'Board', kind: 'private' });
  const joined = await createRoom({ name: 'Staff', kind: 'private' });
  const deleted = await createRoom({ name: 'Gone', kind: 'private' });
  await runJob(db, job('set_member', ann, { roomId: joined, uid: wanda, member: true }));
  await runJob(db, job('delete_room', ann, { roomId: deleted, name: 'Gone' }));
  await add(1, { roomIds: [open, hidden, joined, deleted] });
  const { invites } = await read();
  expect(invites).toMatchObject([{ rooms: [{ name: 'Hall' }, { name: 'Staff' }], privateRooms: 1 }]);
  expect(JSON.stringify(invites)).not.toContain('Board');
  expect(JSON.stringify(invites)).not.toContain(hidden);
});

test('A22 pages contain each active invitation once, also of equal times and behind many expired ones', async () => {
  const { add, readAll } = await createSetup();
  const ids = [];
  for (let at = 0; at <= MAX_LISTED_WORKSPACE_ROWS; at++) ids.push(await add(at % 2));
  for (let count = 0; count < MAX_EXAMINED_INVITES; count++) await add(10, { expiresAt: NOW });
  const pages = await readAll();
  expect(pages.map(({ invites }) => invites.length)).toEqual([0, MAX_LISTED_WORKSPACE_ROWS, 1]);
  const listed = pages.flatMap(({ invites }) => invites);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(listed.map(({ createdAt }) => createdAt)).toEqual(
    listed.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
  );
});

test('A22 a page of invitations to many rooms with long names has at most 64 kB', async () => {
  const { add, readAll, createRoom } = await createSetup();
  const roomIds: string[] = [];
  for (let count = 0; count < 10; count++) roomIds.push(await createRoom({ name: '語'.repeat(80) }));
  for (let at = 0; at < MAX_LISTED_WORKSPACE_ROWS; at++) await add(at, { roomIds });
  const pages = await readAll();
  for (const page of pages) expect(jsonBytes(page)).toBeLessThanOrEqual(MAX_RESULT_BYTES);
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flatMap(({ invites }) => invites.map(({ id }) => id))).size).toBe(
    MAX_LISTED_WORKSPACE_ROWS,
  );
});

test('N6 a workspace admin revokes an invitation to Snug alone and one to a private room, and others do not', async () => {
  const { db, ann, wanda, add, read, createRoom } = await createSetup();
  const ben = await addPerson(db, 'Ben');
  const roomIds = [await createRoom({ name: 'Board', kind: 'private' })];
  for (const invite of [
    { id: await add(1), createdBy: ann, roomIds: [] },
    { id: await add(2, { roomIds }), createdBy: ann, roomIds },
  ]) {
    expect(await runJobs(db, job('revoke_invite', ben, invite))).toMatchObject([
      { error: { code: 'not_found' } },
    ]);
    await runJob(db, job('revoke_invite', wanda, invite));
  }
  expect((await read()).invites).toEqual([]);
  const entries = await db
    .selectFrom('audit')
    .select(['actorId', 'targetId', 'roomName'])
    .where('action', '=', 'revoke_invite')
    .execute();
  const entry = { actorId: wanda, targetId: ann, roomName: null };
  expect(entries).toEqual([entry, entry]);
});

import { expect, test } from 'vitest';
import { deleteIncompleteUsers } from '../../account/incomplete-sign-ups.ts';
import { newId } from '../../base/ids.ts';
import type { WriteJob } from '../../db/store.ts';
import { createTestRoom, NOW, runJob, runJobs } from '../../testing/database.ts';
import { findMembership } from '../members/member-store.ts';
import { findInvite, type StoredInvite } from './invite-store.ts';

const AT = new Date(NOW).toISOString();

async function createSetup(maxUses: number) {
  const { db, uid, roomId } = await createTestRoom();
  const input = { id: newId(), roomIds: [roomId], expiresInDays: 7, maxUses };
  const { output: invite } = await runJob<StoredInvite>(db, {
    mutation: 'create_invite',
    caller: { uid },
    input,
  });
  const statementJob = (mutation: string, sql: string): WriteJob => ({
    mutation,
    caller: { uid: '' },
    input: { sql, parameters: [], invite, isRequired: true },
  });
  const userJob = (id: string, email = `${id}@snug.example`) =>
    statementJob(
      'insert_invited_user',
      `insert into "users" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
       values ('${id}', 'New', '${email}', false, '${AT}', '${AT}') returning *`,
    );
  const accountJob = (userId: string) =>
    statementJob(
      'insert_invited_account',
      `insert into "accounts" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
       values ('${newId()}', '${userId}', 'credential', '${userId}', '${AT}', '${AT}') returning *`,
    );
  const readUses = async () => (await findInvite(db, invite.id))?.uses;
  return { db, roomId, userJob, accountJob, readUses };
}

test('N5 a person and a use are stored together, or neither, and the password joins the rooms', async () => {
  const { db, roomId, userJob, accountJob, readUses } = await createSetup(2);
  const [first, second, third] = [newId(), newId(), newId()];
  await runJob(db, userJob(first));
  const [taken] = await runJobs(db, userJob(second, `${first}@snug.example`));
  expect(taken).toMatchObject({ error: { code: 'internal' } });
  expect(await readUses()).toBe(1);
  expect(await runJobs(db, userJob(second), userJob(third))).toMatchObject([
    { output: { rows: [{ id: second }] } },
    { error: { code: 'forbidden' } },
  ]);
  const stored = await db.selectFrom('users').select('id').where('name', '=', 'New').execute();
  expect(stored.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  expect((await findMembership(db, roomId, first)).role).toBeNull();
  await runJob(db, accountJob(first));
  expect((await findMembership(db, roomId, first)).role).toBe('member');
});

test('N5 the end of an incomplete sign-up returns its use', async () => {
  const { db, userJob, readUses } = await createSetup(1);
  await runJob(db, userJob(newId()));
  expect(await readUses()).toBe(1);
  // The creator of the room has a sign-in method, and stays.
  await deleteIncompleteUsers(db, NOW + 60_001, '', 9);
  expect(await readUses()).toBe(0);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteJob } from '../../db/store.ts';
import { addPerson, runJob, runJobs, temporaryDatabase } from '../../testing/database.ts';
import { createSession } from '../new-session.ts';
import { findEmail, findOwner } from './email-store.ts';

function createJob(uid: string, email: string): WriteJob {
  return { mutation: 'set_email', caller: { uid }, input: { email } };
}

test('S11 a new address is not verified, and a repetition changes nothing', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const verify = () => db.updateTable('users').set({ emailVerified: sql<boolean>`true` }).execute();
  const read = async () => {
    const row = await db.selectFrom('users').select(['email', 'emailVerified']).executeTakeFirstOrThrow();
    return { email: row.email, isVerified: Number(row.emailVerified) };
  };
  await verify();
  await runJob(db, createJob(uid, 'new@snug.example'));
  expect(await read()).toEqual({ email: 'new@snug.example', isVerified: 0 });
  await verify();
  await runJob(db, createJob(uid, 'new@snug.example'));
  expect(await read()).toEqual({ email: 'new@snug.example', isVerified: 1 });
});

test('S11 a change of an account that was deleted meanwhile fails', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  await runJob(db, { mutation: 'delete_account', caller: { uid }, input: { erasesWords: false } });
  const rejected = { error: { code: 'unauthenticated' } };
  expect(await runJobs(db, createJob(uid, 'new@snug.example'))).toMatchObject([rejected]);
  const input = { currentHash: null, newHash: 'x', session: createSession(undefined) };
  expect(await runJobs(db, { mutation: 'set_password', caller: { uid }, input })).toMatchObject([rejected]);
});

test('S11 nobody takes the address of another account', async () => {
  const { db } = await temporaryDatabase();
  const [ann, ben] = [await addPerson(db, 'Ann'), await addPerson(db, 'Ben')];
  const taken = (await findEmail(db, ben)) ?? '';
  expect(await runJobs(db, createJob(ann, taken))).toMatchObject([{ error: { code: 'id_taken' } }]);
  expect(await findOwner(db, taken)).toBe(ben);
});

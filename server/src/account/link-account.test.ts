import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Db } from '../db/schema.ts';
import { addPerson, addSession, NOW, runJobs, temporaryDatabase } from '../testing/database.ts';
import { listSignInMethods } from './account-store.ts';

const MINUTE = 60_000;
const AT = new Date(NOW).toISOString();

async function link(db: Db, uid: string, proof: { sessionId: string; provenAt: number }) {
  const sql = `insert into "accounts" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values ('${newId()}', '1234', 'github', '${uid}', '${AT}', '${AT}') returning *`;
  const input = { sql, parameters: [], ...proof };
  const [outcome] = await runJobs(db, { mutation: 'link_account', caller: { uid }, input });
  return outcome;
}

async function createSetup() {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann', { isIncomplete: true });
  return { db, uid, sessionId: await addSession(db, uid) };
}

test('S3 an account is linked with a proof of the last 10 minutes', async () => {
  const { db, uid, sessionId } = await createSetup();
  for (const minutes of [10, 60])
    expect(await link(db, uid, { sessionId, provenAt: NOW - minutes * MINUTE })).toMatchObject({
      error: { code: 'forbidden' },
    });
  expect(await listSignInMethods(db, uid)).toEqual([]);
  expect(await link(db, uid, { sessionId, provenAt: NOW - 10 * MINUTE + 1 })).toMatchObject({
    output: { rows: [{ userId: uid, providerId: 'github' }] },
    publications: [{ topic: `self:${uid}` }],
  });
  expect(await listSignInMethods(db, uid)).toEqual(['github']);
});

test('S3 no account is linked after the end of the session', async () => {
  const { db, uid, sessionId } = await createSetup();
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  expect(await link(db, uid, { sessionId, provenAt: NOW })).toMatchObject({
    error: { code: 'unauthenticated' },
  });
  expect(await listSignInMethods(db, uid)).toEqual([]);
});

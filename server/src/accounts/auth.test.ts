import { expect, test } from 'vitest';
import { runBatch } from '../db/batch.ts';
import { Writer } from '../db/writer.ts';
import { temporaryDatabase } from '../testing/database.ts';
import { createAuth, type SessionEvents } from './auth.ts';
import { splitDatabase } from './auth-dialect.ts';

const ORIGIN = 'http://localhost:3000';

/** The accounts library on a real database; `heard` has what it tells, and how many sessions stood then. */
async function accounts() {
  const { db } = await temporaryDatabase();
  const writer = new Writer({
    runBatch: jobs => runBatch(db, {}, jobs),
    onCommit: () => {},
    onFailure: () => {},
  });
  const database = splitDatabase(db, writer);
  const heard: string[] = [];
  const hear = (what: string) => async () => {
    const sessions = await database
      .selectFrom('sessions' as never)
      .selectAll()
      .execute();
    heard.push(`${what}, ${sessions.length}`);
  };
  const onSession: SessionEvents = {
    begun: hear('begun'),
    ending: hear('ending'),
    ended: hear('ended'),
  };
  const auth = createAuth({
    settings: { origins: [ORIGIN], signUp: 'open', rateLimits: false, providers: [] },
    secret: 'x'.repeat(32),
    database,
    onSession,
    onFailure: () => {},
  });
  const post = (path: string, body: object, cookie = '') =>
    auth.handler(
      new Request(`${ORIGIN}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
        body: JSON.stringify(body),
      }),
    );
  return { heard, post };
}

test('P3 it is told that a session is over before it is deleted, by whatever program, and again after that', async () => {
  const { heard, post } = await accounts();
  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const answer = await post('sign-up/email', body);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(heard).toEqual(['begun, 1']);
  expect((await post('sign-out', {}, cookie)).status).toBe(200);
  expect(heard).toEqual(['begun, 1', 'ending, 1', 'ended, 0']);
});

import { expect, test, vi } from 'vitest';
import { Writer } from '../db/writer.ts';
import { addAccount, dialect, runBatch, temporaryDatabase } from '../testing/database.ts';
import { createAuth } from './auth.ts';
import { createAccountsDatabase } from './auth-dialect.ts';
import { runWithBrowserInvite } from './browser-invite.ts';

const ORIGIN = 'http://localhost:3000';

/** Counts password hashes and database queries of a sign-in. */
async function createCountingSetup() {
  const { db } = await temporaryDatabase();
  const onFailure = () => {};
  const writer = new Writer({ runBatch: jobs => runBatch(db, {}, jobs), onCommit: () => {}, onFailure });
  const auth = createAuth({
    config: { origins: [ORIGIN], providers: [] },
    secret: 'x'.repeat(32),
    database: createAccountsDatabase(db, writer, dialect),
    sessionEvents: { onStarted: async () => {}, onEnding: async () => {}, onEnded: async () => {} },
    now: () => Date.now(),
    onFailure,
  });
  const { password } = await auth.$context;
  const hash = vi.spyOn(password, 'hash');
  const verify = vi.spyOn(password, 'verify');
  const post = async (path: string, body: object) =>
    runWithBrowserInvite({ signUp: 'open', invite: undefined }, () =>
      auth.handler(
        new Request(`${ORIGIN}/api/auth/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN },
          body: JSON.stringify(body),
        }),
      ),
    );
  const signUp = (email: string) =>
    post('sign-up/email', { name: 'Ann', email, password: 'the right password' });
  const measureCost = async (email: string) => {
    hash.mockClear();
    verify.mockClear();
    const { status } = await post('sign-in/email', { email, password: 'a wrong password' });
    return { status, hashes: hash.mock.calls.length + verify.mock.calls.length };
  };
  return { db, signUp, measureCost };
}

test('X5 a sign-in costs one hash, whether or not the address exists, has a password, or has the given one', async () => {
  const { db, signUp, measureCost } = await createCountingSetup();
  await signUp('ann@snug.example');
  await signUp('ben@snug.example');
  // Ben has no password, only a provider.
  const ben = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ben@snug.example')
    .executeTakeFirst();
  await db
    .deleteFrom('accounts')
    .where('userId', '=', ben?.id ?? '')
    .execute();
  await addAccount(db, ben?.id ?? '', 'github');
  for (const email of ['ann@snug.example', 'ben@snug.example', 'nobody@snug.example'])
    expect([email, await measureCost(email)]).toEqual([email, { status: 401, hashes: 1 }]);
});

import { CommandError } from '@snug/protocol';
import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { Writer } from '../db/writer.ts';
import { dialect, runBatch, temporaryDatabase } from '../testing/database.ts';
import { cheapPasswordHash } from '../testing/password-hash.ts';
import { createAuth } from './auth.ts';
import { createAccountsDatabase, throwQueryFailure } from './auth-dialect.ts';
import { runWithBrowserInvite } from './browser-invite.ts';
import { SessionAuthenticator } from './session-authenticator.ts';
import type { SessionEvents } from './session-hooks.ts';

const ORIGIN = 'http://localhost:3000';

/** The accounts library on a real database. `recorded` lists its session events with the number of sessions at that time. */
async function createAccountsSetup() {
  const { db } = await temporaryDatabase();
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs),
    onCommit: () => {},
    onFailure: () => {},
  });
  const database = createAccountsDatabase(db, writer, dialect);
  const recorded: string[] = [];
  const record = (event: string) => async () => {
    const sessions = await database.db
      .selectFrom('sessions' as never)
      .selectAll()
      .execute();
    recorded.push(`${event}, ${sessions.length}`);
  };
  const sessionEvents: SessionEvents = {
    onStarted: record('begun'),
    onEnding: record('ending'),
    onEnded: record('ended'),
  };
  const auth = createAuth({
    config: { origins: [ORIGIN], providers: [] },
    secret: 'x'.repeat(32),
    database,
    sessionEvents,
    now: () => Date.now(),
    passwordHash: cheapPasswordHash,
    onFailure: () => {},
  });
  const post = (path: string, body: object, cookie = '') =>
    runWithBrowserInvite({ signUp: 'open', invite: undefined }, () =>
      auth.handler(
        new Request(`${ORIGIN}/api/auth/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, cookie },
          body: JSON.stringify(body),
        }),
      ),
    );
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const sessions = new SessionAuthenticator({ auth, read: db, writer, now: Date.now, onFailure });
  return { recorded, post, db, writer, sessions, failures };
}

test('P3 the end of a session is announced before its deletion, whichever code deletes it, and again afterwards', async () => {
  const { recorded, post } = await createAccountsSetup();
  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const response = await post('sign-up/email', body);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(recorded).toEqual(['begun, 1']);
  expect((await post('sign-out', {}, cookie)).status).toBe(200);
  expect(recorded).toEqual(['begun, 1', 'ending, 1', 'ended, 0']);
});

test('M4 a session is valid even if its use cannot be stored', async () => {
  const { post, db, writer, sessions, failures } = await createAccountsSetup();
  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const response = await post('sign-up/email', body);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const usedAt = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
  await db.executeQuery(CompiledQuery.raw('update "sessions" set "updatedAt" = $1', [usedAt]));
  const write = vi.spyOn(writer, 'write').mockRejectedValue(new CommandError('unavailable'));
  expect(await sessions.find({ cookie })).toMatchObject({ me: { name: 'Ann' } });
  await expect.poll(() => failures).toHaveLength(1);
  write.mockRestore();
  expect(await sessions.find({ cookie: cookie.slice(0, -3) })).toBeUndefined();
});

test('M4 if a write of the library fails, the request returns unavailable, although the library reports success', async () => {
  const { post, writer, sessions } = await createAccountsSetup();
  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const response = await post('sign-up/email', body);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const spies = (['query', 'write'] as const).map(name =>
    vi.spyOn(writer, name).mockRejectedValue(new CommandError('unavailable')),
  );
  const others = { ...body, email: 'ben@snug.example' };
  for (const ask of [
    () => post('sign-out', {}, cookie),
    () => post('sign-in/email', body),
    () => post('sign-up/email', others),
  ]) {
    await expect(throwQueryFailure(ask)).rejects.toMatchObject({ code: 'unavailable' });
  }
  for (const spy of spies) spy.mockRestore();
  expect(await sessions.find({ cookie })).toMatchObject({ me: { name: 'Ann' } });
  expect((await throwQueryFailure(() => post('sign-out', {}, cookie))).status).toBe(200);
  expect(await sessions.find({ cookie })).toBeUndefined();
});

test('M4 if a read of the library fails, the request returns unavailable, and the same request succeeds later', async () => {
  const { post, db } = await createAccountsSetup();
  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  await post('sign-up/email', body);
  const query = vi.spyOn(db, 'executeQuery').mockRejectedValue(new CommandError('unavailable'));
  const signIn = () => throwQueryFailure(() => post('sign-in/email', body));
  await expect(signIn()).rejects.toMatchObject({ code: 'unavailable' });
  query.mockRestore();
  expect((await signIn()).status).toBe(200);
});

import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createAuth } from '../account/auth.ts';
import { createAccountsDatabase } from '../account/auth-dialect.ts';
import { PasswordHashQueue } from '../account/passwords/password-hash-queue.ts';
import { SessionAuthenticator } from '../account/session-authenticator.ts';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { Writer } from '../db/writer.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { createInviteLinks, dialect, runBatch, temporaryDatabase } from '../testing/database.ts';
import { cheapPasswordHash } from '../testing/password-hash.ts';
import { authRoute } from './auth-route.ts';
import { handleErrors } from './handle-errors.ts';

const ORIGIN = 'http://localhost:3000';

test('M4 S6 a sign-out that cannot be stored returns an error', async () => {
  const { db } = await temporaryDatabase();
  const disk = { isFull: false };
  const onFailure = () => {};
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => (disk.isFull ? Promise.reject(new Error('full')) : runBatch(db, MUTATIONS, jobs)),
    onCommit: () => {},
    onFailure,
  });
  const auth = createAuth({
    config: { origins: [ORIGIN], providers: [] },
    secret: 'x'.repeat(32),
    database: createAccountsDatabase(db, writer, dialect),
    sessionEvents: { onStarted: async () => {}, onEnding: async () => {}, onEnded: async () => {} },
    now: () => Date.now(),
    passwordHash: cheapPasswordHash,
    onFailure,
  });
  const sessions = new SessionAuthenticator({ auth, read: db, writer, now: () => Date.now(), onFailure });
  const app = fastify();
  onTestFinished(() => app.close());
  handleErrors(app);
  authRoute(app, {
    auth,
    origin: ORIGIN,
    fixed: {},
    writer,
    read: db,
    inviteLinks: createInviteLinks(db),
    origins: { isOwn: () => true },
    limits: new RateLimits(undefined, () => 0),
    hashes: new PasswordHashQueue(false),
    now: () => Date.now(),
    reauthentication: { confirm: () => Promise.reject(new Error('not a link')) },
  });
  const post = (path: string, payload: object, cookie = '') =>
    app.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      headers: { origin: ORIGIN, cookie },
      payload,
    });

  const body = { name: 'Ann', email: 'ann@snug.example', password: 'a long enough password' };
  const signedUp = await post('sign-up/email', body);
  const cookie = String(signedUp.headers['set-cookie']).split(';')[0] ?? '';
  disk.isFull = true;
  const refused = await post('sign-out', {}, cookie);
  expect([refused.statusCode, refused.headers['set-cookie'], refused.json()]).toMatchObject([
    503,
    undefined,
    { error: { code: 'unavailable' } },
  ]);
  expect(await sessions.find({ cookie })).toBeDefined();
  disk.isFull = false;
  expect((await post('sign-out', {}, cookie)).statusCode).toBe(200);
  expect(await sessions.find({ cookie })).toBeUndefined();
});

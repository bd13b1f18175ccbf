import { type CommandOutput, MAX_NOTICES, sessionTopic } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../testing/account-requests.ts';
import { addSession, runJob } from '../../testing/database.ts';
import { createPasskeyRequests } from '../../testing/passkey-requests.ts';

const OTHER = 'another good password';
const DAY_MS = 24 * 60 * 60_000;

/** Ann, with her session and a second one elsewhere. */
async function createSetup() {
  const setup = await createPasskeyRequests();
  const { request, signIn } = setup;
  const { cookie: elsewhere } = await signIn(PASSWORD);
  const list = async (cookie?: string) => {
    const { json } = await request('list_notices', {}, cookie);
    return (json as unknown as CommandOutput<'list_notices'>).notices;
  };
  const listKinds = async (cookie?: string) => (await list(cookie)).map(({ kind }) => kind);
  const createToken = async () => {
    const { json } = await request('create_token', { name: 'A program', password: PASSWORD });
    return (json as unknown as CommandOutput<'create_token'>).token.id;
  };
  return { ...setup, elsewhere, list, listKinds, createToken };
}

test('S32 the other sessions list a passkey that was added and removed, the session that did it lists neither', async () => {
  const { addKey, request, elsewhere, listKinds } = await createSetup();
  await addKey();
  expect(await listKinds(elsewhere)).toEqual(['passkey_added']);
  const { json } = await request('list_passkeys');
  const [passkey] = (json as unknown as CommandOutput<'list_passkeys'>).passkeys;
  expect(await request('account/passkeys/remove', { id: passkey?.id, password: 'wrong' })).toMatchObject({
    status: 403,
  });
  await request('account/passkeys/remove', { id: passkey?.id, password: PASSWORD });
  expect(await listKinds(elsewhere)).toEqual(['passkey_removed', 'passkey_added']);
  expect(await listKinds()).toEqual([]);
});

test('S32 a new password is a notice for the sessions after it, but not for its browser, which keeps what it has acknowledged', async () => {
  const { createToken, post, cookie, elsewhere, list, listKinds, request, signIn } = await createSetup();
  await createToken();
  const [created] = await list(elsewhere);
  await request('acknowledge_notices', { until: created?.at }, elsewhere);
  await request('revoke_token', { id: await createToken() }, elsewhere);
  expect(await listKinds()).toEqual(['token_revoked']);
  const changed = await post('/api/account/password', { password: PASSWORD, newPassword: OTHER }, cookie);
  expect(changed.status).toBe(200);
  expect(await listKinds(changed.cookie), 'nothing of its own').toEqual(['token_revoked']);
  const { cookie: later } = await signIn(OTHER);
  const kinds = ['password_changed', 'token_revoked', 'token_created', 'token_created'];
  expect(await listKinds(later)).toEqual(kinds);
  const [newest] = await list(later);
  await request('acknowledge_notices', { until: newest?.at }, later);
  const again = await post('/api/account/password', { password: OTHER, newPassword: PASSWORD }, later);
  expect(await listKinds(again.cookie)).toEqual([]);
});

test('S32 a first password is a notice', async () => {
  const { db, uid, post, cookie, listKinds, signIn } = await createSetup();
  await sql`delete from "accounts" where "userId" = ${uid}`.execute(db);
  expect((await post('/api/account/password', { newPassword: OTHER }, cookie)).status).toBe(200);
  expect(await listKinds((await signIn(OTHER)).cookie)).toEqual(['password_added']);
});

test('S32 a repeated creation or end of a token is no other notice', async () => {
  const { request, elsewhere, listKinds } = await createSetup();
  const input = { id: '0190d5a4-7c1f-7000-8000-000000000001', name: 'A program', password: PASSWORD };
  const { json } = await request('create_token', input);
  await request('create_token', input);
  const { id } = (json as unknown as CommandOutput<'create_token'>).token;
  await request('revoke_token', { id });
  await request('revoke_token', { id });
  expect(await listKinds(elsewhere)).toEqual(['token_revoked', 'token_created']);
});

test('S32 the session that made a change cannot acknowledge it for others', async () => {
  const { db, cookie, createToken, request, signIn, list, listKinds } = await createSetup();
  await createToken();
  await request('acknowledge_notices', { until: Number.MAX_SAFE_INTEGER }, cookie);
  await sql`update "account_notices" set "at" = "at" - ${91 * DAY_MS}`.execute(db);
  const { cookie: owner } = await signIn(PASSWORD);
  expect(await listKinds(owner)).toEqual(['token_created']);
  const [created] = await list(owner);
  await request('acknowledge_notices', { until: created?.at }, owner);
  expect(await listKinds((await signIn(PASSWORD)).cookie)).toEqual([]);
});

test('S32 many changes of one kind leave the newest notice of each other kind', async () => {
  const { addKey, db, elsewhere, listKinds, createToken, request } = await createSetup();
  await addKey();
  for (let count = 0; count < MAX_NOTICES; count++)
    await request('revoke_token', { id: await createToken() });
  const kinds = await listKinds(elsewhere);
  expect(kinds).toHaveLength(MAX_NOTICES);
  expect(kinds.at(-1)).toBe('passkey_added');
  expect(await db.selectFrom('account_notices').select('id').execute()).toHaveLength(MAX_NOTICES);
});

test('S32 the event of a notice leaves out the session that made the change', async () => {
  const { db, uid } = await createSetup();
  const sessionId = await addSession(db, uid);
  const input = { id: 'token', hash: 'hash', name: 'A program', expiresInDays: 1 };
  const job = { mutation: 'create_token', caller: { uid, sessionId }, input };
  const { publications } = await runJob(db, job);
  const notice = expect.objectContaining({ kind: 'token_created' }) as object;
  expect(publications).toEqual([
    {
      topic: `self:${uid}`,
      exceptTopic: sessionTopic(sessionId),
      event: { type: 'notice_added', notice },
    },
  ]);
});

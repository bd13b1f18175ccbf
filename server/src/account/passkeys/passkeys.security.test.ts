import type { CommandOutput, Passkey } from '@snug/protocol';
import { Authenticator } from '@snug/testkit/authenticator.ts';
import { SecurityKey } from '@snug/testkit/security-key.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../testing/account-requests.ts';
import { isOnPostgres } from '../../testing/database.ts';
import { createPasskeyRequests } from '../../testing/passkey-requests.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

async function createSetup() {
  const setup = await createPasskeyRequests();
  const list = async () => {
    const { json } = await setup.request('list_passkeys');
    return (json as unknown as CommandOutput<'list_passkeys'>).passkeys;
  };
  return { ...setup, list };
}

test('S26 a passkey has the name of its device, and its person can rename and remove it', async () => {
  const { addKey, request, list, signUp, signInWith } = await createSetup();
  const key = await addKey();
  const [passkey] = (await list()) as [Passkey];
  expect(passkey).toEqual({ id: passkey.id, name: 'Firefox on Linux', createdAt: expect.any(Number) });
  const name = { id: passkey.id, name: 'My phone' };
  const bob = await signUp('Bob');
  expect(await request('rename_passkey', name, bob.cookie)).toMatchObject({ code: 'not_found' });
  expect(await request('rename_passkey', name)).toMatchObject({ status: 200 });
  expect((await signInWith(key)).status).toBe(200);
  expect(await list()).toEqual([{ ...passkey, name: 'My phone', lastUsedAt: expect.any(Number) }]);

  const removal = { id: passkey.id, password: PASSWORD };
  expect(await request('account/passkeys/remove', removal, bob.cookie)).toMatchObject({ code: 'not_found' });
  expect(await request('account/passkeys/remove', { id: passkey.id })).toMatchObject({ code: 'forbidden' });
  expect(await request('account/passkeys/remove', removal)).toMatchObject({ status: 200 });
  expect(await request('account/passkeys/remove', removal)).toMatchObject({ code: 'not_found' });
  expect(await list()).toEqual([]);
  expect(await signInWith(key)).toMatchObject({ code: 'forbidden' });
});

test('S26 a session alone adds no passkey', async () => {
  const { begin, add, list, beginOptions, signUp } = await createSetup();
  expect(await begin({})).toMatchObject({ code: 'forbidden' });
  expect(await begin({ password: 'wrong' })).toMatchObject({ code: 'forbidden' });
  const invented = { challenge: 'a'.repeat(43), rp: { id: 'localhost' }, user: { id: 'Ym9i' } };
  expect(await add(new SecurityKey().create(invented))).toMatchObject({ code: 'not_found' });
  const bob = await signUp('Bob');
  const ofAnn = await beginOptions();
  expect(await add(new SecurityKey().create(ofAnn), bob.cookie)).toMatchObject({ code: 'not_found' });
  expect(await list()).toEqual([]);
});

test('S26 with two-step verification, a new passkey needs a code, too', async () => {
  const { begin, beginOptions, add, request } = await createSetup();
  const { json } = await request('account/two-step/begin', { password: PASSWORD });
  const phone = new Authenticator(String(json['url']));
  await request('account/two-step/turn-on', { code: phone.createCode() });
  expect(await begin()).toMatchObject({ code: 'invalid_input' });
  for (const code of ['000000', phone.createCode(), 'aaaa-aaaa-aaaa-aaaa'])
    expect(await begin({ password: PASSWORD, code })).toMatchObject({ code: 'invalid_input' });
  const options = await beginOptions({ password: PASSWORD, code: phone.createCode(1) });
  expect(await add(new SecurityKey().create(options))).toMatchObject({ status: 200 });
});

test('S28 a challenge for a new passkey counts once, and for five minutes', async () => {
  const { db, add, beginOptions, list } = await createSetup();
  const late = await beginOptions();
  // On PostgreSQL, time is that of the database.
  if (isOnPostgres) await sql`update "one_time_links" set "expiresAt" = 1`.execute(db);
  else vi.setSystemTime(Date.now() + 5 * MINUTE_MS);
  expect(await add(new SecurityKey().create(late))).toMatchObject({ code: 'not_found' });
  const older = await beginOptions();
  const options = await beginOptions();
  expect(await add(new SecurityKey().create(older)), 'replaced').toMatchObject({ code: 'not_found' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(new SecurityKey().create(options))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await list()).toHaveLength(1);
});

test('S26 a person has at most ten passkeys, and a device one of them', async () => {
  const { addKey, add, begin, beginOptions } = await createSetup();
  const key = await addKey();
  const options = await beginOptions();
  expect(options).toMatchObject({ excludeCredentials: [{ id: key.id, transports: ['internal'] }] });
  expect(await add(key.create(options))).toMatchObject({ code: 'id_taken' });
  for (let count = 1; count < 10; count++) await addKey();
  expect(await begin()).toMatchObject({ code: 'limit_exceeded' });
});

test('S29 a new passkey is of this server, and verifies its person', async () => {
  const { add, beginOptions, list } = await createSetup();
  for (const parts of [
    { origin: 'https://snug.example' },
    { origin: 'http://localhost:3001' },
    { rpId: 'snug.example' },
    { isVerified: false },
  ])
    expect(await add(new SecurityKey().create(await beginOptions(), parts))).toMatchObject({
      code: 'forbidden',
    });
  const credential = new SecurityKey().create(await beginOptions());
  expect(await add({ ...credential, id: 'b3RoZXI' }), 'another id').toMatchObject({ code: 'forbidden' });
  const broken = { ...credential.response, attestationObject: 'AAAA' };
  expect(await add({ ...credential, response: broken })).toMatchObject({ code: 'forbidden' });
  expect(await list()).toEqual([]);
});

test('S26 a statement about the model of a device is ignored, whatever it contains', async () => {
  const { add, beginOptions } = await createSetup();
  const attestation = { fmt: 'packed', attStmt: new Map([['sig', Buffer.from('no signature')]]) };
  const credential = new SecurityKey().create(await beginOptions(), { attestation });
  expect(await add(credential)).toMatchObject({ status: 200 });
});

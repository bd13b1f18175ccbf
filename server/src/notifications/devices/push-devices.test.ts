import { type CommandOutput, MAX_PUSH_DEVICES, selfTopic } from '@snug/protocol';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { addPerson, addSession, runJob, temporaryDatabase } from '../../testing/database.ts';
import {
  addPushDevice,
  createSubscription,
  createTestPush,
  RecordingSender,
} from '../../testing/push-devices.ts';
import { listReachable } from './device-store.ts';
import type { DeviceOutcome } from './push-outcomes.ts';

type Added = CommandOutput<'add_push_device'>;
type Listed = CommandOutput<'list_push_devices'>;
type Tested = CommandOutput<'test_push'>;

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'a long enough password';

async function createSetup() {
  const sender = new RecordingSender();
  const push = createTestPush(sender);
  const setup = await createTestApp({ push });
  const { app, db } = setup;
  const run = async <Output>(cookie: string, command: string, body: object = {}) => {
    const response = await app.inject({ method: 'POST', url: `/api/${command}`, headers: { cookie }, body });
    return {
      status: response.statusCode,
      ...response.json<{ ok: Output; error?: { code: string } } & Output>(),
    };
  };
  const signIn = async (name: string) => {
    const body = { email: `${name}@snug.example`, password: PASSWORD };
    const headers = {
      origin: 'http://localhost:3000',
      'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/150.0',
    };
    const response = await app.inject({ method: 'POST', url: '/api/auth/sign-in/email', headers, body });
    return response.cookies.map(cookie => `${cookie.name}=${cookie.value}`).join('; ');
  };
  const listRows = () => db.selectFrom('push_devices').selectAll().execute();
  const list = async (cookie: string) => (await run<Listed>(cookie, 'list_push_devices')).devices;
  /** Simulates waiting: moves what is stored into the past. */
  const wait = (ms: number) =>
    sql`update "push_devices" set "seenAt" = "seenAt" - ${ms}, "createdAt" = "createdAt" - ${ms}`.execute(db);
  return { ...setup, push, sender, run, signIn, listRows, list, wait };
}

test('PD6 a browser adds its subscription, and the list shows it without its address and keys', async () => {
  const { run, cookie, signIn, push } = await createSetup();
  const elsewhere = await signIn('Ann');
  const subscription = createSubscription();
  const { status, device } = await run<Added>(elsewhere, 'add_push_device', subscription);
  expect([status, device]).toMatchObject([200, { device: 'Firefox on Linux', current: true }]);
  const listed = await run<Listed>(cookie, 'list_push_devices');
  expect(listed.devices).toEqual([{ ...device, current: false }]);
  expect(listed.pushKey).toBe(push.key);
  const text = JSON.stringify(listed);
  for (const secret of Object.values(subscription)) expect(text).not.toContain(secret);
});

test('PD6 a repetition changes nothing, and marks the device as seen at most once a day', async () => {
  const { run, cookie, listRows, wait } = await createSetup();
  const subscription = createSubscription();
  const first = await run<Added>(cookie, 'add_push_device', subscription);
  await wait(DAY_MS - 60_000);
  const before = await listRows();
  for (const renews of [true, false])
    expect(await run<Added>(cookie, 'add_push_device', { ...subscription, renews })).toMatchObject({
      device: { id: first.device.id },
    });
  expect(await listRows()).toEqual(before);
  await wait(60_000);
  await run(cookie, 'add_push_device', { ...subscription, renews: true });
  const [row] = await listRows();
  expect([row?.id, Date.now() - (row?.seenAt ?? 0) < 60_000, row?.createdAt === row?.seenAt]).toEqual([
    first.device.id,
    true,
    false,
  ]);
});

test('PD6 keys with padding are the same ones', async () => {
  const { run, cookie, listRows } = await createSetup();
  const subscription = createSubscription();
  await run(cookie, 'add_push_device', subscription);
  const before = await listRows();
  const { p256dh, auth } = subscription;
  await run(cookie, 'add_push_device', { ...subscription, p256dh: `${p256dh}=`, auth: `${auth}==` });
  expect(await listRows()).toEqual(before);
});

test('PD6 a page that is seen again may get silent pushes again', async () => {
  const { db, run, cookie, listRows } = await createSetup();
  const subscription = createSubscription();
  await run(cookie, 'add_push_device', subscription);
  await db.updateTable('push_devices').set({ silent: 6 }).execute();
  await run(cookie, 'add_push_device', { ...subscription, renews: true });
  expect(await listRows()).toMatchObject([{ silent: 0 }]);
});

test('PD6 another subscription of a session replaces the one before', async () => {
  const { run, cookie, listRows } = await createSetup();
  await run(cookie, 'add_push_device', createSubscription());
  const newest = createSubscription();
  await run(cookie, 'add_push_device', newest);
  expect(await listRows()).toMatchObject([newest]);
});

test('PD6 the newest account of a browser has its endpoint, under another id', async () => {
  const { run, cookie, uid, signUp, listRows, list } = await createSetup();
  const ben = await signUp('Ben');
  const subscription = createSubscription();
  const { device } = await run<Added>(cookie, 'add_push_device', subscription);
  await run(ben.cookie, 'add_push_device', subscription);
  expect(await listRows()).toMatchObject([{ userId: ben.uid, ...subscription }]);
  expect(await list(cookie)).toEqual([]);
  for (const command of ['remove_push_device', 'test_push']) await run(cookie, command, { id: device.id });
  expect(await listRows()).toMatchObject([{ userId: ben.uid }]);
  await run(cookie, 'add_push_device', subscription);
  expect(await listRows()).toMatchObject([{ userId: uid }]);
});

test('PD6 a person has at most ten devices, and the one that was not seen for the longest time ends', async () => {
  const { db, run, cookie, uid, listRows } = await createSetup();
  const ids: string[] = [];
  for (let count = 0; count < MAX_PUSH_DEVICES; count++) ids.push(await addPushDevice(db, uid));
  const other = await addPushDevice(db, await addPerson(db, 'Ben'));
  const now = Date.now();
  for (const [at, id] of ids.entries())
    await db
      .updateTable('push_devices')
      .set({ seenAt: now - at * 1_000 })
      .where('id', '=', id)
      .execute();
  const oldest = ids.splice(3, 1)[0]!;
  await db
    .updateTable('push_devices')
    .set({ seenAt: now - DAY_MS })
    .where('id', '=', oldest)
    .execute();
  const { device } = await run<Added>(cookie, 'add_push_device', createSubscription());
  expect(new Set((await listRows()).map(({ id }) => id))).toEqual(new Set([...ids, other, device.id]));
});

test('PD6 a removed device does not come back by itself, but by its person', async () => {
  const { run, cookie, signIn, listRows } = await createSetup();
  const elsewhere = await signIn('Ann');
  const subscription = createSubscription();
  const { device } = await run<Added>(elsewhere, 'add_push_device', subscription);
  for (let count = 0; count < 2; count++)
    expect((await run(cookie, 'remove_push_device', { id: device.id })).status).toBe(200);
  expect(await listRows()).toEqual([]);
  const renewed = await run(elsewhere, 'add_push_device', { ...subscription, renews: true });
  expect([renewed.status, renewed.error?.code]).toEqual([403, 'forbidden']);
  expect(await listRows()).toEqual([]);
  await run(elsewhere, 'add_push_device', subscription);
  await run(elsewhere, 'add_push_device', { ...createSubscription(), renews: true });
  expect(await listRows()).toHaveLength(1);
});

test('PD6 a browser that removes its own device may renew it, as after a new key of the server', async () => {
  const { run, cookie, listRows } = await createSetup();
  await run(cookie, 'add_push_device', createSubscription());
  await run(cookie, 'remove_push_device');
  expect(await listRows()).toEqual([]);
  await run(cookie, 'add_push_device', { ...createSubscription(), renews: true });
  expect(await listRows()).toHaveLength(1);
});

test('PD2 a subscription with keys that are none is refused', async () => {
  const { run, cookie, listRows } = await createSetup();
  const valid = createSubscription();
  for (const changed of [
    { p256dh: `B${'A'.repeat(86)}` },
    { p256dh: valid.p256dh.slice(1) },
    { p256dh: '' },
    { auth: 'AAAA' },
    { auth: `${valid.auth}A` },
    { endpoint: 'https://127.0.0.1/' },
    { endpoint: 'http://push.example/' + 'x'.repeat(2_048) },
    { endpoint: 'ftp://push.example/' },
    { endpoint: 'https://10.0.0.1:443/x' },
    { endpoint: 'https://8.8.8.8:8443/x' },
    { endpoint: 'https://a:b@push.example/' },
  ]) {
    const answer = await run(cookie, 'add_push_device', { ...valid, ...changed });
    expect([changed, answer.status, answer.error?.code]).toEqual([changed, 400, 'invalid_input']);
  }
  expect(await listRows()).toEqual([]);
});

test('PD7 a device ends with its session: signed out, ended elsewhere, everywhere, suspended, and with its account', async () => {
  const { app, db, run, uid, cookie, signUp, signIn, listRows } = await createSetup();
  await runJob(db, { mutation: 'set_workspace_admin', caller: { uid: '' }, input: { uid, admin: true } });
  const { uid: ben } = await signUp('Ben');
  const ends: Record<string, (cookie: string) => Promise<unknown>> = {
    'signed out': async own => {
      const headers = { cookie: own, origin: 'http://localhost:3000' };
      await app.inject({ method: 'POST', url: '/api/auth/sign-out', headers, body: {} });
    },
    'ended elsewhere': async () => {
      const { sessions } = await run<CommandOutput<'list_sessions'>>(await signIn('Ben'), 'list_sessions');
      for (const { id } of sessions.filter(({ current }) => !current))
        await run(await signIn('Ben'), 'end_session', { id });
    },
    everywhere: own => run(own, 'sign_out_everywhere'),
    'ended by an admin': () => run(cookie, 'end_sessions', { uid: ben }),
    suspended: async () => {
      await run(cookie, 'set_suspension', { uid: ben, suspended: true });
      await run(cookie, 'set_suspension', { uid: ben, suspended: false });
    },
    'its account': own =>
      app.inject({
        method: 'POST',
        url: '/api/account/delete',
        headers: { cookie: own },
        body: { password: PASSWORD, messages: 'keep' },
      }),
  };
  for (const [name, end] of Object.entries(ends)) {
    const own = await signIn('Ben');
    await run(own, 'add_push_device', createSubscription());
    expect([name, (await listRows()).length]).toEqual([name, 1]);
    await end(own);
    expect([name, await listRows()]).toEqual([name, []]);
  }
});

test('PD7 a device of an expired session gets nothing, and the sweep of sessions ends it', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const [sessionId, other] = [await addSession(db, uid), await addSession(db, uid)];
  await addPushDevice(db, uid, { sessionId });
  const kept = await addPushDevice(db, uid, { sessionId: other });
  const now = Date.now();
  expect(await listReachable(db, [uid], now)).toHaveLength(2);
  const expiresAt = new Date(now).toISOString();
  await db.updateTable('sessions').set({ expiresAt }).where('id', '=', sessionId).execute();
  expect((await listReachable(db, [uid], now)).map(({ id }) => id)).toEqual([kept]);
  await runJob(db, { mutation: 'delete_expired_sessions', caller: { uid: '' }, input: { limit: 9 } }, now);
  expect((await db.selectFrom('push_devices').select('id').execute()).map(({ id }) => id)).toEqual([kept]);
});

test('PD7 a browser keeps its device when it changes the password, and those elsewhere end', async () => {
  const { app, run, cookie, signIn, listRows, list } = await createSetup();
  await run(await signIn('Ann'), 'add_push_device', createSubscription());
  const { device } = await run<Added>(cookie, 'add_push_device', createSubscription());
  const changed = await app.inject({
    method: 'POST',
    url: '/api/account/password',
    headers: { cookie },
    body: { password: PASSWORD, newPassword: 'another good password' },
  });
  expect(changed.statusCode).toBe(200);
  expect((await listRows()).map(({ id }) => id)).toEqual([device.id]);
  const next = changed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await list(next)).toMatchObject([{ id: device.id, current: true }]);
});

test('PD7 a command whose session has ended meanwhile adds no device', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const others = await addSession(db, await addPerson(db, 'Ben'));
  for (const sessionId of ['ended', others]) {
    const input = { ...createSubscription(), id: sessionId, sessionId, isRenewal: false };
    const added = runJob(db, { mutation: 'add_push_device', caller: { uid }, input }, Date.now());
    await expect(added).rejects.toThrow('unauthenticated');
  }
});

test('PD6 a new and a removed device reach the sessions of their person, and a repetition does not', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const sessionId = await addSession(db, uid);
  const input = { ...createSubscription(), id: 'a', sessionId, isRenewal: false };
  const run = async (mutation: string, changes: object) => {
    const job = { mutation, caller: { uid }, input: { ...input, ...changes } };
    return (await runJob(db, job, Date.now())).publications;
  };
  const event = [{ topic: selfTopic(uid), event: { type: 'push_devices_changed' } }];
  expect(await run('add_push_device', {})).toEqual(event);
  expect(await run('add_push_device', {})).toEqual([]);
  expect(await run('remove_push_device', { id: 'unknown' })).toEqual([]);
  expect(await run('remove_push_device', { id: undefined })).toEqual(event);
});

test('PD8 a test names what became of the push, and delays nothing if it fails', async () => {
  const { db, run, cookie, sender, list } = await createSetup();
  const { endpoint } = createSubscription('https://push.example:443/secret');
  const { device } = await run<Added>(cookie, 'add_push_device', createSubscription(endpoint));
  const first = await run<Tested>(cookie, 'test_push');
  expect(first).toMatchObject({ status: 200, service: 'push.example' });
  expect(first).not.toHaveProperty('failure');
  const [pushed] = sender.pushes;
  expect(pushed).toMatchObject({ deviceId: device.id, endpoint, urgency: 'high' });
  expect(JSON.parse(pushed?.payload ?? '')).toMatchObject({
    web_push: 8030,
    notification: { title: 'Snug', navigate: 'https://chat.example/' },
    snug: { v: 1, test: first.testId },
  });
  expect(await list(cookie)).toMatchObject([{ lastSuccessAt: expect.any(Number) }]);
  sender.outcome = { kind: 'failed', problem: 'unreachable' };
  expect(await run<Tested>(cookie, 'test_push')).toMatchObject({ failure: { problem: 'unreachable' } });
  sender.outcome = { kind: 'later', retryAfterMs: 60_000 };
  const later = await run<Tested>(cookie, 'test_push');
  expect(later.failure).toMatchObject({ problem: 'busy' });
  expect((later.failure?.retryAt ?? 0) - Date.now()).toBeGreaterThan(50_000);
  expect(await db.selectFrom('push_devices').select(['failures', 'dueAt']).execute()).toEqual([
    { failures: 0, dueAt: 0 },
  ]);
  sender.outcome = { kind: 'gone', status: 410 };
  const gone = await run<Tested>(cookie, 'test_push');
  expect(gone.failure).toEqual({ problem: 'gone', status: 410 });
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([]);
  expect((await run(cookie, 'test_push')).status).toBe(404);
});

test('PD8 a person tests their own devices only', async () => {
  const { db, run, cookie, signUp, sender } = await createSetup();
  const { uid: ben } = await signUp('Ben');
  expect((await run(cookie, 'test_push', { id: await addPushDevice(db, ben) })).status).toBe(404);
  expect(sender.pushes).toEqual([]);
});

const OUTCOMES: readonly [name: string, outcome: DeviceOutcome['outcome'], stored: object | undefined][] = [
  ['accepted', { kind: 'accepted' }, { failures: 0, problem: null, lastSuccessAt: 1_000 }],
  ['gone', { kind: 'gone' }, undefined],
  ['too large', { kind: 'too_large' }, { failures: 0, dueAt: 0, problem: 'too_large', status: 413 }],
  [
    'asked to wait',
    { kind: 'later', retryAfterMs: 90_000 },
    { failures: 1, dueAt: 91_000, problem: 'busy', failingSince: 1_000 },
  ],
  [
    'failed',
    { kind: 'failed', problem: 'status', status: 500 },
    { failures: 1, dueAt: 2_000, problem: 'status', status: 500, failingSince: 1_000 },
  ],
  ['forbidden', { kind: 'failed', problem: 'forbidden_address' }, undefined],
  ['no address', { kind: 'failed', problem: 'invalid_url' }, undefined],
];

for (const [name, outcome, stored] of OUTCOMES) {
  test(`PD5 what became of a push is stored with its device: ${name}`, async () => {
    const { db } = await temporaryDatabase();
    const uid = await addPerson(db, 'Ann');
    const deviceId = await addPushDevice(db, uid);
    const other = await addPushDevice(db, uid);
    const store = (now: number) =>
      runJob(
        db,
        {
          mutation: 'store_push_outcomes',
          caller: { uid: '' },
          input: {
            outcomes: [
              { deviceId, outcome },
              { deviceId: 'unknown', outcome },
            ],
          },
        },
        now,
      );
    const { publications } = await store(1_000);
    const rows = await db.selectFrom('push_devices').selectAll().execute();
    expect(rows.find(({ id }) => id === other)).toMatchObject({ failures: 0, problem: null, dueAt: 0 });
    expect(rows.filter(({ id }) => id === deviceId)).toMatchObject(stored ? [stored] : []);
    const event = { topic: selfTopic(uid), event: { type: 'push_devices_changed' } };
    expect(publications).toEqual(stored ? [] : [event]);
  });
}

test('PD5 a failing device waits twice as long each time, up to five minutes, and ends after three days', async () => {
  const { db } = await temporaryDatabase();
  const uid = await addPerson(db, 'Ann');
  const deviceId = await addPushDevice(db, uid);
  const store = (outcome: DeviceOutcome['outcome'], now: number) =>
    runJob(
      db,
      { mutation: 'store_push_outcomes', caller: { uid: '' }, input: { outcomes: [{ deviceId, outcome }] } },
      now,
    );
  const failed = { kind: 'failed', problem: 'timeout' } as const;
  const delays: number[] = [];
  let now = 10_000;
  for (let count = 0; count < 12; count++) {
    await store(failed, now);
    const [row] = await db.selectFrom('push_devices').select('dueAt').execute();
    delays.push(((row?.dueAt ?? 0) - now) / 1_000);
    now = row?.dueAt ?? 0;
  }
  expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  await store({ kind: 'accepted' }, now);
  expect(await db.selectFrom('push_devices').selectAll().execute()).toMatchObject([
    { failures: 12, problem: null, status: null, dueAt: now, lastSuccessAt: now },
  ]);
  const endRetry = (from: number) =>
    runJob(
      db,
      { mutation: 'store_pushes', caller: { uid: '' }, input: { endedRetries: [{ id: deviceId, from }] } },
      now,
    );
  // Another process has it by now.
  await endRetry(now - 30_000);
  expect(await db.selectFrom('push_devices').select('failures').execute()).toEqual([{ failures: 12 }]);
  await endRetry(now);
  expect(await db.selectFrom('push_devices').selectAll().execute()).toMatchObject([
    { failures: 0, failingSince: null, dueAt: 0 },
  ]);
  await store(failed, now + 1);
  await store(failed, now + 3 * DAY_MS);
  expect(await db.selectFrom('push_devices').select('failures').execute()).toEqual([{ failures: 2 }]);
  await store(failed, now + 3 * DAY_MS + 1);
  expect(await db.selectFrom('push_devices').select('failures').execute()).toEqual([]);
});

test('PD5 a push service that asks to wait does not double the next delay', async () => {
  const { db } = await temporaryDatabase();
  const deviceId = await addPushDevice(db, await addPerson(db, 'Ann'));
  const delays: number[] = [];
  const later = { kind: 'later', retryAfterMs: 5_000 } as const;
  for (const outcome of [later, later, later, { kind: 'failed', problem: 'timeout' }, later]) {
    const input = { outcomes: [{ deviceId, outcome }] };
    await runJob(db, { mutation: 'store_push_outcomes', caller: { uid: '' }, input }, 1_000);
    const [row] = await db.selectFrom('push_devices').select('dueAt').execute();
    delays.push((row?.dueAt ?? 0) - 1_000);
  }
  expect(delays).toEqual([5_000, 5_000, 5_000, 2_000, 5_000]);
});

test('PD5 a success is stored at most once a minute', async () => {
  const { db } = await temporaryDatabase();
  const deviceId = await addPushDevice(db, await addPerson(db, 'Ann'));
  const input = { outcomes: [{ deviceId, outcome: { kind: 'accepted' } }] };
  const times: (number | null | undefined)[] = [];
  for (const now of [100_000, 130_000, 160_000, 160_001]) {
    await runJob(db, { mutation: 'store_push_outcomes', caller: { uid: '' }, input }, now);
    times.push((await db.selectFrom('push_devices').select('lastSuccessAt').execute())[0]?.lastSuccessAt);
  }
  expect(times).toEqual([100_000, 100_000, 100_000, 160_001]);
});

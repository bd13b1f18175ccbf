import { expect, test } from 'vitest';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import { Writer } from '../../db/writer.ts';
import { addPerson, addSession, runBatch, runJob, temporaryDatabase } from '../../testing/database.ts';
import {
  addPushDevice,
  createSubscription,
  createTestPush,
  RecordingSender,
} from '../../testing/push-devices.ts';
import { createSessionEndPushes } from './session-end-push.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

async function createSetup() {
  const { db } = await temporaryDatabase();
  const clock = { now: Date.now() };
  const sender = new RecordingSender();
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(db, MUTATIONS, jobs, () => clock.now),
    onCommit: () => {},
    onFailure: () => {},
  });
  const { step } = createSessionEndPushes({
    read: db,
    writer,
    now: () => clock.now,
    push: createTestPush(sender),
    fixed: { workspace_name: 'Bakery' },
  });
  const runAll = async () => {
    for (let cursor = await step(undefined); cursor !== undefined; ) cursor = await step(cursor);
  };
  /** A device of a session that ends in this time. */
  const addDevice = async (uid: string, leftMs: number, endpoint?: string) => {
    const sessionId = await addSession(db, uid);
    const id = await addPushDevice(db, uid, { sessionId, subscription: createSubscription(endpoint) });
    await setEnd(sessionId, leftMs);
    return { id, sessionId };
  };
  const setEnd = async (sessionId: string, leftMs: number) => {
    const expiresAt = new Date(clock.now + leftMs).toISOString();
    await db.updateTable('sessions').set({ expiresAt }).where('id', '=', sessionId).execute();
  };
  const listPushed = () => sender.pushes.map(({ deviceId }) => deviceId);
  return { db, clock, sender, runAll, addDevice, setEnd, listPushed, uid: await addPerson(db, 'Ann') };
}

test('PD7 a device learns once that its session ends in two days, and others learn nothing', async () => {
  const { clock, uid, sender, runAll, addDevice, listPushed } = await createSetup();
  const ending = await addDevice(uid, 47 * HOUR_MS);
  await addDevice(uid, 49 * HOUR_MS);
  await addDevice(uid, -HOUR_MS);
  for (let hour = 0; hour < 2; hour++) await runAll();
  expect(listPushed()).toEqual([ending.id]);
  const [push] = sender.pushes;
  expect(push).toMatchObject({ urgency: 'normal', ttlS: 47 * 3_600 });
  expect(JSON.parse(push?.payload ?? '')).toMatchObject({
    notification: { title: 'Bakery', tag: 'session', navigate: 'https://chat.example/' },
    snug: { v: 1, kind: 'session_ends', tag: 'session', endsAt: clock.now + 47 * HOUR_MS },
  });
});

test('PD7 a session that was used after its warning has another one before its next end', async () => {
  const { clock, uid, runAll, addDevice, setEnd, listPushed } = await createSetup();
  const { id, sessionId } = await addDevice(uid, DAY_MS);
  await runAll();
  await setEnd(sessionId, 30 * DAY_MS);
  clock.now += 27 * DAY_MS;
  await runAll();
  expect(listPushed()).toEqual([id]);
  clock.now += DAY_MS + HOUR_MS;
  await runAll();
  expect(listPushed()).toEqual([id, id]);
});

test('PD7 a warning that did not arrive is tried again, and one to a browser that is gone ends its device', async () => {
  const { db, uid, sender, runAll, addDevice, listPushed } = await createSetup();
  const { id } = await addDevice(uid, DAY_MS);
  sender.outcome = { kind: 'failed', problem: 'timeout' };
  await runAll();
  await runAll();
  expect(listPushed()).toEqual([id, id]);
  sender.outcome = { kind: 'gone', status: 410 };
  await runAll();
  expect(await db.selectFrom('push_devices').selectAll().execute()).toEqual([]);
});

test('PD7 a warning waits for the end of a pause', async () => {
  const { db, clock, uid, runAll, addDevice, listPushed } = await createSetup();
  const { id } = await addDevice(uid, DAY_MS);
  await runJob(
    db,
    {
      mutation: 'set_notification_settings',
      caller: { uid },
      input: { pausedUntil: clock.now + 2 * HOUR_MS },
    },
    clock.now,
  );
  await runAll();
  expect(listPushed()).toEqual([]);
  clock.now += 3 * HOUR_MS;
  await runAll();
  expect(listPushed()).toEqual([id]);
});

test('PD7 all devices of a page and of the pages after it are warned, for the time that their service keeps pushes', async () => {
  const { db, sender, runAll, addDevice, listPushed } = await createSetup();
  const ids: string[] = [];
  for (let person = 0; person < 5; person++) {
    const uid = await addPerson(db, `Person ${person}`);
    for (let count = 0; count < 45; count++) ids.push((await addDevice(uid, DAY_MS)).id);
  }
  const { id: apple } = await addDevice(await addPerson(db, 'Eve'), DAY_MS, 'https://web.push.apple.com/x');
  await runAll();
  expect(new Set(listPushed())).toEqual(new Set([...ids, apple]));
  expect(sender.pushes.find(({ deviceId }) => deviceId === apple)?.ttlS).toBe(4 * 3_600);
});

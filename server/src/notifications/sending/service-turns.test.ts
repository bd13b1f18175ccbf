import { expect, test } from 'vitest';
import type { PushOutcome } from '../push-sender.ts';
import { ServiceTurns } from './service-turns.ts';

const ACCEPTED: PushOutcome = { kind: 'accepted' };
const TIMEOUT: PushOutcome = { kind: 'failed', problem: 'timeout' };
const BUSY: PushOutcome = { kind: 'later', retryAfterMs: 5_000, isUnsent: true };
const GOOGLE = 'https://fcm.googleapis.com/fcm/send/x';

/** Pushes whose services respond when the test says so. */
function createSetup() {
  const clock = { now: 0 };
  const turns = new ServiceTurns({ steadyNow: () => clock.now });
  const running: { endpoint: string; end: (outcome: PushOutcome) => void }[] = [];
  const send = (endpoint: string, waitsMs = Number.POSITIVE_INFINITY) =>
    turns.run(endpoint, waitsMs, () => {
      const { promise, resolve: end } = Promise.withResolvers<PushOutcome>();
      running.push({ endpoint, end });
      return promise;
    });
  const sendMany = (count: number, toEndpoint: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => send(toEndpoint(index)));
  /** Of the running pushes, also those that begin meanwhile. */
  const end = async (outcome: PushOutcome) => {
    while (running.length > 0) {
      running.shift()?.end(outcome);
      await new Promise(setImmediate);
    }
  };
  const settle = () => new Promise(setImmediate);
  return { clock, running, send, sendMany, end, settle };
}

test('PD4 a service has at most 8 pushes at once, and others have theirs beside it', async () => {
  const { running, sendMany, end, settle } = createSetup();
  const all = [...sendMany(50, () => GOOGLE), ...sendMany(3, () => 'https://push.example/a')];
  await settle();
  expect(Map.groupBy(running, ({ endpoint }) => endpoint).get(GOOGLE)).toHaveLength(8);
  expect(running).toHaveLength(11);
  await end(ACCEPTED);
  expect(new Set(await Promise.all(all))).toEqual(new Set([ACCEPTED]));
});

test('PD4 the waiting pushes of a service are bounded', async () => {
  const { sendMany, end } = createSetup();
  const all = sendMany(1_200, () => GOOGLE);
  await end(ACCEPTED);
  const outcomes = await Promise.all(all);
  expect(outcomes.filter(({ kind }) => kind === 'later')).toHaveLength(200);
});

test('PD4 thousands of services that people chose have few pushes at once, and those of browsers do not wait for them', async () => {
  const { running, sendMany, send, end, settle } = createSetup();
  const all = sendMany(2_000, index => `https://push-${index}.example/`);
  await settle();
  expect(running).toHaveLength(64);
  void send(GOOGLE);
  await settle();
  expect(running.at(-1)?.endpoint).toBe(GOOGLE);
  await end(ACCEPTED);
  expect(new Set(await Promise.all(all))).toEqual(new Set([ACCEPTED]));
});

test('PD4 slow services that people chose have a quarter of the places', async () => {
  const { running, sendMany, end, settle } = createSetup();
  const toEndpoint = (index: number) => `https://push-${index}.example/`;
  await end(TIMEOUT);
  const first = sendMany(40, toEndpoint);
  await settle();
  await end(TIMEOUT);
  await Promise.all(first);
  const second = sendMany(40, toEndpoint);
  await settle();
  expect(running).toHaveLength(16);
  await end(ACCEPTED);
  const outcomes = await Promise.all(second);
  expect(outcomes.filter(outcome => outcome.kind === 'accepted')).toHaveLength(16);
  // Those that responded are no longer slow.
  const third = sendMany(16, toEndpoint);
  await settle();
  expect(running).toHaveLength(16);
  await end(ACCEPTED);
  await Promise.all(third);
});

test('PD4 a browser’s service that stops responding gets a few pushes, and no other waits for it', async () => {
  const { running, sendMany, end, settle } = createSetup();
  const all = sendMany(100, () => GOOGLE);
  await settle();
  await end(TIMEOUT);
  const outcomes = await Promise.all(all);
  const tried = outcomes.filter(({ kind }) => kind === 'failed').length;
  expect([tried <= 16, outcomes.length - tried]).toEqual([
    true,
    outcomes.filter(({ kind }) => kind === 'later').length,
  ]);
  const more = sendMany(20, () => GOOGLE);
  await settle();
  expect(running).toHaveLength(8);
  expect(await Promise.all(more.slice(8))).toEqual(Array.from({ length: 12 }, () => BUSY));
  await end(ACCEPTED);
  const again = sendMany(20, () => GOOGLE);
  await settle();
  await end(ACCEPTED);
  expect(new Set(await Promise.all(again))).toEqual(new Set([ACCEPTED]));
});

test('PD4 a refusal is a response: the service is not slow', async () => {
  const { running, sendMany, end, settle } = createSetup();
  const refused: PushOutcome = { kind: 'failed', problem: 'status', status: 500 };
  const all = sendMany(20, () => 'https://push.example/');
  await settle();
  await end(refused);
  expect(new Set(await Promise.all(all))).toEqual(new Set([refused]));
  void sendMany(20, () => 'https://push.example/');
  await settle();
  expect(running).toHaveLength(8);
});

for (const endpoint of [GOOGLE, 'https://push.example/']) {
  test(`PN2 a push that waited too long for its turn does not leave: ${endpoint}`, async () => {
    const { clock, running, send, sendMany, end, settle } = createSetup();
    const first = sendMany(8, () => endpoint);
    const [late, patient] = [send(endpoint, 1_500), send(endpoint)];
    await settle();
    clock.now = 1_501;
    const inTime = send(endpoint, 1_500);
    expect(running).toHaveLength(8);
    await end(ACCEPTED);
    expect(await late).toEqual(BUSY);
    expect(await Promise.all([...first, patient, inTime])).toEqual(
      Array.from({ length: 10 }, () => ACCEPTED),
    );
  });
}

import { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { type OnlinePerson, PresenceTracker } from './presence-tracker.ts';

const GRACE_PERIOD_MS = 5_000;

function createPresenceTracker() {
  let timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const written: string[] = [];
  const failures: unknown[] = [];
  const disk: { error?: Error } = {};
  const all = new PresenceTracker({
    write: async changes => {
      if (disk.error) throw disk.error;
      written.push(...changes.map(({ uid, state }) => `${uid} ${state}`));
    },
    writeAllOffline: async () => written.push('all offline'),
    setTimer: (run, ms) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter(other => other !== timer));
    },
    onFailure: error => failures.push(error),
  });
  const pass = async (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await new Promise(setImmediate);
  };
  return { all, pass, written, failures, disk };
}

function createConnection(uid = 'ann', sessionId = 'one'): OnlinePerson {
  return { uid, sessionId };
}

test('P3 a sign-in sets the person offline, and their first connection online', async () => {
  const { all, written } = createPresenceTracker();
  await all.signIn('ann');
  expect(written).toEqual(['ann offline']);
  all.enter(createConnection());
  expect(written).toEqual(['ann offline', 'ann online']);
});

test('P3 a person with a connected device stays online at the sign-in of another', async () => {
  const { all, written } = createPresenceTracker();
  all.enter(createConnection());
  await all.signIn('ann');
  expect(written).toEqual(['ann online']);
});

test('P3 a sign-out sets the person offline without a grace period, before it resolves', async () => {
  const { all, written, pass } = createPresenceTracker();
  const tabs = [createConnection(), createConnection()];
  for (const tab of tabs) all.enter(tab);
  await all.signOut('ann', 'one');
  expect(written).toEqual(['ann online', 'ann offline']);
  for (const tab of tabs) all.leave(tab);
  await all.signOut('ann', 'one');
  await pass(GRACE_PERIOD_MS);
  expect(written.filter(line => line.endsWith('online'))).toHaveLength(1);
});

test('P3 a person with another connected device stays online at a sign-out', async () => {
  const { all, written } = createPresenceTracker();
  const [phone, laptop] = [createConnection('ann', 'phone'), createConnection('ann', 'laptop')];
  all.enter(phone);
  all.enter(laptop);
  await all.signOut('ann', 'phone');
  all.leave(phone);
  await all.signOut('ann', 'phone');
  expect(written).toEqual(['ann online']);
});

test('P3 the revocation of all sessions sets the person offline immediately', async () => {
  const { all, written } = createPresenceTracker();
  const [phone, laptop] = [createConnection('ann', 'phone'), createConnection('ann', 'laptop')];
  all.enter(phone);
  all.enter(laptop);
  await all.signOut('ann', 'phone');
  await all.signOut('ann', 'laptop');
  expect(written).toEqual(['ann online']);
  all.leave(phone);
  await all.signOut('ann', 'phone');
  all.leave(laptop);
  await all.signOut('ann', 'laptop');
  expect(written).toEqual(['ann online', 'ann offline']);
});

test('P4 a person with two tabs is offline a grace period after the last one closes', async () => {
  const { all, written, pass } = createPresenceTracker();
  const [one, two] = [createConnection(), createConnection()];
  all.enter(one);
  all.enter(two);
  all.leave(one);
  await pass(GRACE_PERIOD_MS);
  expect(written).toEqual(['ann online']);
  all.leave(two);
  all.leave(two);
  await pass(GRACE_PERIOD_MS - 1);
  expect(written).toEqual(['ann online']);
  await pass(1);
  expect(written).toEqual(['ann online', 'ann offline']);
});

test('P4 a page reload does not change the presence', async () => {
  const { all, written, pass } = createPresenceTracker();
  const before = createConnection();
  all.enter(before);
  all.leave(before);
  await pass(GRACE_PERIOD_MS - 1);
  all.enter(createConnection());
  await pass(10 * GRACE_PERIOD_MS);
  expect(written).not.toContain('ann offline');
});

test('P4 each disconnect starts a new grace period, separately for each person', async () => {
  const { all, written, pass } = createPresenceTracker();
  const ben = createConnection('ben');
  all.enter(ben);
  for (let load = 0; load < 3; load++) {
    const page = createConnection();
    all.enter(page);
    await pass(GRACE_PERIOD_MS - 1);
    all.leave(page);
    await pass(GRACE_PERIOD_MS - 1);
  }
  all.leave(ben);
  await pass(1);
  expect(written.filter(line => line.endsWith('offline'))).toEqual(['ann offline']);
  await pass(GRACE_PERIOD_MS);
  expect(written.filter(line => line.endsWith('offline'))).toEqual(['ann offline', 'ben offline']);
});

test('the first of many people is online immediately, and later ones are stored in batches', async () => {
  const { all, written, pass } = createPresenceTracker();
  for (const uid of ['ann', 'ben', 'cleo', 'dora']) all.enter(createConnection(uid));
  expect(written).toEqual(['ann online']);
  await all.signOut('cleo', 'one');
  await pass(250);
  expect(written).toEqual(['ann online', 'cleo offline', 'ben online', 'dora online']);
  all.enter(createConnection('eve'));
  await pass(250);
  await pass(250);
  all.enter(createConnection('finn'));
  expect(written.slice(4), 'a person who arrives after the crowd does not wait').toEqual([
    'eve online',
    'finn online',
  ]);
});

test('a change that could not be stored is retried later with the state of that time', async () => {
  const { all, written, pass, disk, failures } = createPresenceTracker();
  disk.error = new CommandError('unavailable');
  const page = createConnection();
  all.enter(page);
  await pass(0);
  expect(failures).toHaveLength(1);
  delete disk.error;
  await pass(5_000);
  expect(written).toEqual(['ann online']);
});

test('a change that can never be stored, such as of a deleted person, is not retried', async () => {
  const { all, written, pass, disk } = createPresenceTracker();
  disk.error = new CommandError('internal');
  all.enter(createConnection());
  await pass(0);
  delete disk.error;
  await pass(60_000);
  expect(written).toEqual([]);
});

test('P5 a stopping server sets everyone offline, and writes nothing afterwards', async () => {
  const { all, written, pass } = createPresenceTracker();
  const [one, two] = [createConnection('ann'), createConnection('ben')];
  all.enter(one);
  all.enter(two);
  await pass(250);
  all.leave(one);
  await all.close();
  all.leave(two);
  all.enter(createConnection('cleo'));
  await pass(60_000);
  expect(written).toEqual(['ann online', 'ben online', 'all offline']);
});

import { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Presences, type Visit } from './presence-tracker.ts';

const GRACE_MS = 5_000;

/** Presences whose clock and disk are in the hands of the test. */
function presences() {
  let timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const written: string[] = [];
  const failures: unknown[] = [];
  const disk: { error?: Error } = {};
  const all = new Presences({
    write: async (uid, state) => {
      if (disk.error) throw disk.error;
      written.push(`${uid} ${state}`);
    },
    writeEnd: async () => written.push('all offline'),
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

function visit(uid = 'ann', sessionId = 'one'): Visit {
  return { uid, sessionId };
}

test('P3 on signing in one is offline first, and online when the connection stands', async () => {
  const { all, written } = presences();
  await all.signIn('ann');
  expect(written).toEqual(['ann offline']);
  all.enter(visit());
  expect(written).toEqual(['ann offline', 'ann online']);
});

test('P3 who signs in on a second device while the first is connected stays online', async () => {
  const { all, written } = presences();
  all.enter(visit());
  await all.signIn('ann');
  expect(written).toEqual(['ann online']);
});

test('P3 signing out is offline at once and without a grace, before it resolves', async () => {
  const { all, written, pass } = presences();
  const tabs = [visit(), visit()];
  for (const tab of tabs) all.enter(tab);
  await all.signOut('ann', 'one');
  expect(written).toEqual(['ann online', 'ann offline']);
  for (const tab of tabs) all.leave(tab);
  await all.signOut('ann', 'one');
  await pass(GRACE_MS);
  expect(written.filter(line => line.endsWith('online'))).toHaveLength(1);
});

test('P3 signing out on one device leaves who is connected on another online', async () => {
  const { all, written } = presences();
  const [phone, laptop] = [visit('ann', 'phone'), visit('ann', 'laptop')];
  all.enter(phone);
  all.enter(laptop);
  await all.signOut('ann', 'phone');
  all.leave(phone);
  await all.signOut('ann', 'phone');
  expect(written).toEqual(['ann online']);
});

test('P3 when all sessions are revoked together, one is offline at once', async () => {
  const { all, written } = presences();
  const [phone, laptop] = [visit('ann', 'phone'), visit('ann', 'laptop')];
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

test('P4 two tabs are one person: offline a grace after the last of them is closed', async () => {
  const { all, written, pass } = presences();
  const [one, two] = [visit(), visit()];
  all.enter(one);
  all.enter(two);
  all.leave(one);
  await pass(GRACE_MS);
  expect(written).toEqual(['ann online']);
  all.leave(two);
  all.leave(two);
  await pass(GRACE_MS - 1);
  expect(written).toEqual(['ann online']);
  await pass(1);
  expect(written).toEqual(['ann online', 'ann offline']);
});

test('P4 a page that is loaded again does not flicker', async () => {
  const { all, written, pass } = presences();
  const before = visit();
  all.enter(before);
  all.leave(before);
  await pass(GRACE_MS - 1);
  all.enter(visit());
  await pass(10 * GRACE_MS);
  expect(written).not.toContain('ann offline');
});

test('P4 the grace counts anew each time, and for each person alone', async () => {
  const { all, written, pass } = presences();
  const ben = visit('ben');
  all.enter(ben);
  for (let load = 0; load < 3; load++) {
    const page = visit();
    all.enter(page);
    await pass(GRACE_MS - 1);
    all.leave(page);
    await pass(GRACE_MS - 1);
  }
  all.leave(ben);
  await pass(1);
  expect(written.filter(line => line.endsWith('offline'))).toEqual(['ann offline']);
  await pass(GRACE_MS);
  expect(written.filter(line => line.endsWith('offline'))).toEqual(['ann offline', 'ben offline']);
});

test('in a crowd the first is online at once, and those who come after are stored together', async () => {
  const { all, written, pass } = presences();
  for (const uid of ['ann', 'ben', 'cleo', 'dora']) all.enter(visit(uid));
  expect(written).toEqual(['ann online']);
  await all.signOut('cleo', 'one');
  await pass(250);
  expect(written).toEqual(['ann online', 'cleo offline', 'ben online', 'dora online']);
  all.enter(visit('eve'));
  await pass(250);
  await pass(250);
  all.enter(visit('finn'));
  expect(written.slice(4), 'who comes when the crowd is in does not wait').toEqual([
    'eve online',
    'finn online',
  ]);
});

test('a change that could not be stored is stored later, as it is then', async () => {
  const { all, written, pass, disk, failures } = presences();
  disk.error = new CommandError('unavailable');
  const page = visit();
  all.enter(page);
  await pass(0);
  expect(failures).toHaveLength(1);
  delete disk.error;
  await pass(5_000);
  expect(written).toEqual(['ann online']);
});

test('what can never be stored, such as of somebody who is gone, is not tried again', async () => {
  const { all, written, pass, disk } = presences();
  disk.error = new CommandError('internal');
  all.enter(visit());
  await pass(0);
  delete disk.error;
  await pass(60_000);
  expect(written).toEqual([]);
});

test('P5 a server that stops leaves nobody online, and nothing is written after that', async () => {
  const { all, written, pass } = presences();
  const [one, two] = [visit('ann'), visit('ben')];
  all.enter(one);
  all.enter(two);
  await pass(250);
  all.leave(one);
  await all.close();
  all.leave(two);
  all.enter(visit('cleo'));
  await pass(60_000);
  expect(written).toEqual(['ann online', 'ben online', 'all offline']);
});

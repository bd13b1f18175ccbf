import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';
import type { WriteJob } from './store.ts';

/** A group commit with a fake clock. `batch` starts a batch with one change per person. */
function createGroupCommit() {
  const clock = { now: 1_000 };
  const timers: { run: () => void; ms: number }[] = [];
  const groupCommit = new GroupCommit({
    now: () => clock.now,
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const batch = (...uids: string[]) => groupCommit.onBatchStart(uids.map(createJob));
  const getDelayMs = () => {
    const before = timers.length;
    void groupCommit.commitDelay();
    return timers[before]?.ms ?? 0;
  };
  return { clock, timers, groupCommit, batch, getDelayMs };
}

function createJob(uid: string): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: {} };
}

/** Starts batches of one change each, every `everyMs`; `getUid` returns the person of each. */
function write(
  { clock, batch }: ReturnType<typeof createGroupCommit>,
  everyMs: number,
  getUid: (n: number) => string,
) {
  for (let n = 0; n < 1_000; n++) {
    clock.now += everyMs;
    batch(getUid(n));
  }
}

const EACH_ONCE = (n: number) => `person ${n}`;

test('if many people write, the next batch starts 12 ms after the previous one', async () => {
  const setup = createGroupCommit();
  write(setup, 2.5, EACH_ONCE);
  setup.clock.now += 5;
  let isResolved = false;
  const delay = setup.groupCommit.commitDelay().then(() => (isResolved = true));
  expect(setup.timers.map(({ ms }) => ms)).toEqual([7]);
  await Promise.resolve();
  expect(isResolved).toBe(false);
  setup.timers[0]?.run();
  await delay;
  expect(isResolved).toBe(true);
});

test('a change after the delay does not wait', () => {
  const setup = createGroupCommit();
  write(setup, 2.5, EACH_ONCE);
  setup.clock.now += 12;
  expect(setup.getDelayMs()).toBe(0);
});

test('a delay that would collect fewer than four changes is omitted', () => {
  const setup = createGroupCommit();
  write(setup, 4, EACH_ONCE);
  expect(setup.getDelayMs()).toBe(0);
});

test.each([1, 2, 16, 200])('%i people who wait for each result cause no delay', count => {
  const setup = createGroupCommit();
  write(setup, 0.25, n => `person ${n % count}`);
  expect(setup.getDelayMs()).toBe(0);
});

test('many changes at once after a quiet time cause no delay', () => {
  const setup = createGroupCommit();
  setup.clock.now += 500;
  setup.batch(...Array.from({ length: 100 }, (_, n) => EACH_ONCE(n)));
  expect(setup.getDelayMs()).toBe(0);
});

test('after the load ends there is no delay', () => {
  const setup = createGroupCommit();
  write(setup, 2.5, EACH_ONCE);
  setup.clock.now += 120;
  setup.batch('ann');
  expect(setup.getDelayMs()).toBe(0);
});

test('statements of the accounts library do not count', () => {
  const { clock, groupCommit, getDelayMs } = createGroupCommit();
  for (let n = 0; n < 1_000; n++) {
    clock.now += 1;
    groupCommit.onBatchStart([{ sql: 'select 1', parameters: [] }]);
  }
  expect(getDelayMs()).toBe(0);
});

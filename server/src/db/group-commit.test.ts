import { expect, test } from 'vitest';
import { GroupCommit } from './group-commit.ts';
import type { WriteJob } from './store.ts';

/** A gathering in a time of the test's own. `batch`: one begins, of changes by these people. */
function createGroupCommit() {
  const clock = { now: 1_000 };
  const timers: { run: () => void; ms: number }[] = [];
  const gathering = new GroupCommit({
    now: () => clock.now,
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const batch = (...uids: string[]) => gathering.onBatchStart(uids.map(createJob));
  /** How long the next batch has to wait, ms. */
  const restMs = () => {
    const before = timers.length;
    void gathering.commitDelay();
    return timers[before]?.ms ?? 0;
  };
  return { clock, timers, gathering, batch, restMs };
}

function createJob(uid: string): WriteJob {
  return { mutation: 'send_message', caller: { uid }, input: {} };
}

/** Batches of one change each, one every `everyMs`; `whoseIs` says whose each one is. */
function write(
  { clock, batch }: ReturnType<typeof createGroupCommit>,
  everyMs: number,
  whoseIs: (n: number) => string,
) {
  for (let n = 0; n < 1_000; n++) {
    clock.now += everyMs;
    batch(whoseIs(n));
  }
}

const EACH_ONCE = (n: number) => `person ${n}`;

test('where many people write, the next batch begins 12 ms after the one before', async () => {
  const scene = createGroupCommit();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 5;
  let isOver = false;
  const rest = scene.gathering.commitDelay().then(() => (isOver = true));
  expect(scene.timers.map(({ ms }) => ms)).toEqual([7]);
  await Promise.resolve();
  expect(isOver).toBe(false);
  scene.timers[0]?.run();
  await rest;
  expect(isOver).toBe(true);
});

test('who writes later than that waits for nobody', () => {
  const scene = createGroupCommit();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 12;
  expect(scene.restMs()).toBe(0);
});

test('where a rest would gather fewer than four there is none', () => {
  const scene = createGroupCommit();
  write(scene, 4, EACH_ONCE);
  expect(scene.restMs()).toBe(0);
});

test.each([1, 2, 16, 200])('%i people who wait for each answer do not wait for more', count => {
  const scene = createGroupCommit();
  write(scene, 0.25, n => `person ${n % count}`);
  expect(scene.restMs()).toBe(0);
});

test('many who come at once after a quiet time are no reason to rest', () => {
  const scene = createGroupCommit();
  scene.clock.now += 500;
  scene.batch(...Array.from({ length: 100 }, (_, n) => EACH_ONCE(n)));
  expect(scene.restMs()).toBe(0);
});

test('there is no rest any more once it is quiet again', () => {
  const scene = createGroupCommit();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 120;
  scene.batch('ann');
  expect(scene.restMs()).toBe(0);
});

test('statements of the accounts library are nobody', () => {
  const { clock, gathering, restMs } = createGroupCommit();
  for (let n = 0; n < 1_000; n++) {
    clock.now += 1;
    gathering.onBatchStart([{ sql: 'select 1', parameters: [] }]);
  }
  expect(restMs()).toBe(0);
});

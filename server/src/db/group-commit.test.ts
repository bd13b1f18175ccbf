import { expect, test } from 'vitest';
import { Gathering } from './group-commit.ts';
import type { Job } from './store.ts';

/** A gathering in a time of the test's own. `batch`: one begins, of changes by these people. */
function aGathering() {
  const clock = { now: 1_000 };
  const timers: { run: () => void; ms: number }[] = [];
  const gathering = new Gathering({
    now: () => clock.now,
    setTimer: (run, ms) => timers.push({ run, ms }),
  });
  const batch = (...uids: string[]) => gathering.begin(uids.map(jobOf));
  /** How long the next batch has to wait, ms. */
  const restMs = () => {
    const before = timers.length;
    void gathering.rest();
    return timers[before]?.ms ?? 0;
  };
  return { clock, timers, gathering, batch, restMs };
}

function jobOf(uid: string): Job {
  return { mutation: 'send_message', call: { uid }, input: {} };
}

/** Batches of one change each, one every `everyMs`; `whoseIs` says whose each one is. */
function write(
  { clock, batch }: ReturnType<typeof aGathering>,
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
  const scene = aGathering();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 5;
  let isOver = false;
  const rest = scene.gathering.rest().then(() => (isOver = true));
  expect(scene.timers.map(({ ms }) => ms)).toEqual([7]);
  await Promise.resolve();
  expect(isOver).toBe(false);
  scene.timers[0]?.run();
  await rest;
  expect(isOver).toBe(true);
});

test('who writes later than that waits for nobody', () => {
  const scene = aGathering();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 12;
  expect(scene.restMs()).toBe(0);
});

test('where a rest would gather fewer than four there is none', () => {
  const scene = aGathering();
  write(scene, 4, EACH_ONCE);
  expect(scene.restMs()).toBe(0);
});

test.each([1, 2, 16, 200])('%i people who wait for each answer do not wait for more', count => {
  const scene = aGathering();
  write(scene, 0.25, n => `person ${n % count}`);
  expect(scene.restMs()).toBe(0);
});

test('many who come at once after a quiet time are no reason to rest', () => {
  const scene = aGathering();
  scene.clock.now += 500;
  scene.batch(...Array.from({ length: 100 }, (_, n) => EACH_ONCE(n)));
  expect(scene.restMs()).toBe(0);
});

test('there is no rest any more once it is quiet again', () => {
  const scene = aGathering();
  write(scene, 2.5, EACH_ONCE);
  scene.clock.now += 120;
  scene.batch('ann');
  expect(scene.restMs()).toBe(0);
});

test('statements of the accounts library are nobody', () => {
  const { clock, gathering, restMs } = aGathering();
  for (let n = 0; n < 1_000; n++) {
    clock.now += 1;
    gathering.begin([{ sql: 'select 1', parameters: [] }]);
  }
  expect(restMs()).toBe(0);
});

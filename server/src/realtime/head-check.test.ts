import { expect, test } from 'vitest';
import { HeadCheck } from './head-check.ts';

async function flushMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

function createHeadCheck(roomCount: number) {
  const setup = {
    reads: [] as number[],
    expected: [] as string[],
    timers: [] as (() => void)[],
    failures: [] as unknown[],
    reading: Promise.resolve(),
  };
  const roomIds = Array.from({ length: roomCount }, (_, index) => `${index}`);
  const headCheck = new HeadCheck({
    feed: { roomIds, expect: (roomId, seq) => setup.expected.push(`${roomId}:${seq}`) },
    async readPositions(some) {
      setup.reads.push(some.length);
      await setup.reading;
      return new Map(some.map(roomId => [roomId, 7]));
    },
    setTimer: run => setup.timers.push(run),
    onFailure: error => setup.failures.push(error),
  });
  return Object.assign(setup, { headCheck });
}

test('C9 positions are compared by statements of at most 500 rooms', async () => {
  const { headCheck, reads, expected } = createHeadCheck(1_200);
  headCheck.request();
  await flushMicrotasks();
  expect(reads).toEqual([500, 500, 200]);
  expect(expected).toHaveLength(1_200);
  expect(expected.at(-1)).toBe('1199:7');
});

test('requests during a comparison cause one more', async () => {
  const setup = createHeadCheck(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  setup.reading = promise;
  for (let request = 0; request < 5; request++) setup.headCheck.request();
  expect(setup.reads).toEqual([1]);
  resolve();
  await flushMicrotasks();
  expect(setup.reads).toEqual([1, 1]);
  setup.headCheck.request();
  await flushMicrotasks();
  expect(setup.reads).toHaveLength(3);
});

test('a comparison that failed is repeated after a second', async () => {
  const setup = createHeadCheck(1);
  setup.reading = Promise.reject(new Error('no database'));
  setup.headCheck.request();
  await flushMicrotasks();
  expect([setup.failures.length, setup.expected]).toEqual([1, []]);
  setup.reading = Promise.resolve();
  setup.timers[0]?.();
  await flushMicrotasks();
  expect(setup.expected).toEqual(['0:7']);
});

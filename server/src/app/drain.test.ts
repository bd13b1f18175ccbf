import { expect, test } from 'vitest';
import { Readiness } from '../http/readiness.ts';
import { drain } from './drain.ts';

/** Drains a node, and records what it did in which order. */
async function recordDrain({ size, others }: { size: number; others: number }): Promise<unknown[]> {
  const steps: unknown[] = [];
  await drain({
    readiness: { startDraining: () => steps.push('not ready') },
    connections: {
      size,
      closeGradually: async perSecond => void steps.push(perSecond),
    },
    countOthers: () => others,
    delayMs: 2_000,
    setTimer(run, ms) {
      steps.push(`waited ${ms}`);
      run();
      return () => {};
    },
  });
  return steps;
}

test('H4 a node is not ready before it closes its connections, so that proxies choose others', async () => {
  expect(await recordDrain({ size: 100, others: 2 })).toEqual(['not ready', 'waited 2000', 1_000]);
});

test('the only node closes all connections at once', async () => {
  expect(await recordDrain({ size: 5_000, others: 0 })).toContain(Number.POSITIVE_INFINITY);
});

test('the connections of a large node close within 20 seconds', async () => {
  expect(await recordDrain({ size: 30_000, others: 1 })).toContain(1_500);
});

test('a draining node and one whose checks fail are not ready', async () => {
  let isReachable = true;
  const readiness = new Readiness([async () => isReachable || Promise.reject(new Error('unreachable'))]);
  await readiness.assertReady();
  isReachable = false;
  await expect(readiness.assertReady()).rejects.toMatchObject({ code: 'unavailable' });
  isReachable = true;
  await readiness.assertReady();
  readiness.startDraining();
  await expect(readiness.assertReady()).rejects.toMatchObject({ code: 'unavailable' });
});

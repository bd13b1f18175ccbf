import { expect, test } from 'vitest';
import { LoadCounters } from './load-counters.ts';

test('lost, repeated and rejected messages are counted, and delays start at the due time', () => {
  const counters = new LoadCounters(10, true);
  counters.measure(1, 3);
  for (const index of [0, 1, 2]) counters.onSent(index, index * 100, index * 100 + 1, 2);
  for (const index of [0, 1, 1, 2]) counters.onDelivery(index, index * 100 + 50);
  counters.onRepeatedDelivery();
  counters.onResult(0, true, 10);
  counters.onResult(1, false, 140);
  expect(counters.outstanding).toBe(3);
  expect(counters.counts()).toMatchObject({ lost: 2, repeated: 1, refused: 1 });
  const { delivery, lastDelivery, result, lateness } = counters.counts();
  expect([delivery, lastDelivery, result, lateness].map(({ count }) => count)).toEqual([3, 2, 1, 2]);
  expect([delivery.p50, result.p50, lateness.p99].map(ms => Math.round(ms))).toEqual([50, 40, 1]);
});

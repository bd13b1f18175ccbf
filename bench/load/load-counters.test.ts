import { expect, test } from 'vitest';
import { LoadCounters } from './load-counters.ts';

test('lost, repeated and rejected messages are counted, and delays start at the due time', () => {
  const tally = new LoadCounters(10, true);
  tally.measure(1, 3);
  for (const index of [0, 1, 2]) tally.onSent(index, index * 100, index * 100 + 1, 2);
  for (const index of [0, 1, 1, 2]) tally.onDelivery(index, index * 100 + 50);
  tally.onRepeatedDelivery();
  tally.onResult(0, true, 10);
  tally.onResult(1, false, 140);
  expect(tally.outstanding).toBe(3);
  expect(tally.counts()).toMatchObject({ lost: 2, repeated: 1, refused: 1 });
  const { delivery, lastDelivery, answer, lateness } = tally.counts();
  expect([delivery, lastDelivery, answer, lateness].map(({ count }) => count)).toEqual([3, 2, 1, 2]);
  expect([delivery.p50, answer.p50, lateness.p99].map(ms => Math.round(ms))).toEqual([50, 40, 1]);
});

import { expect, test } from 'vitest';
import { getRetryDelay } from './backoff.ts';

test('OW4 the delays double from a second up to five minutes, and are random within their upper half', () => {
  const failures = [1, 2, 3, 9, 10, 100, Number.MAX_SAFE_INTEGER];
  expect(failures.map(count => getRetryDelay(count, () => 1))).toEqual([
    1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000,
  ]);
  expect(failures.slice(0, 3).map(count => getRetryDelay(count, () => 0))).toEqual([500, 1_000, 2_000]);
});

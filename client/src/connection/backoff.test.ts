import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { getReconnectDelayMs, getRetryDelayMs } from './backoff.ts';

const ALMOST_ONE = 1 - 2 ** -53;

test('the delay is up to 0.5 s at first, doubles with each failure, and is never more than 30 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 7, 100, 5_000].map(attempt =>
    Math.round(getRetryDelayMs(attempt, () => ALMOST_ONE)),
  );
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
});

test('the delay is random from 0 on, so that many clients do not return at once', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: ALMOST_ONE, noNaN: true }), (attempt, roll) => {
      expect(getRetryDelayMs(attempt, () => roll)).toBe(roll * getRetryDelayMs(attempt, () => 1));
      expect(getRetryDelayMs(attempt, () => 0)).toBe(0);
    }),
  );
});

test('H2 the reconnect delay is up to the time without a connection, with a bound between 0.5 s and 30 s', () => {
  const longest = [-5_000, 0, 400, 500, 800, 20_000, 30_000, 3_600_000].map(away =>
    Math.round(getReconnectDelayMs(away, () => ALMOST_ONE)),
  );
  expect(longest).toEqual([500, 500, 500, 500, 800, 20_000, 30_000, 30_000]);
  expect(
    getReconnectDelayMs(8_000, () => 0.25),
    'any part of it',
  ).toBe(2_000);
});

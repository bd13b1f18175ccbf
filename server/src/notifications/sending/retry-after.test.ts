import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-29T10:00:00Z');

for (const [value, ms] of [
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0', 1_000],
  ['3600', 3_600_000],
  ['999999999', 3_600_000],
  ['Sun, 29 Nov 2026 10:05:00 GMT', 300_000],
  ['Sun, 29 Nov 2026 09:00:00 GMT', 1_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
  [undefined, 30_000],
  ['', 30_000],
  ['soon', 30_000],
  ['1e9', 30_000],
] as const) {
  test(`PD5 a push service that asks to wait gets the time, within bounds: ${value}`, () => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });
}

test('PD5 whatever a push service asks for, the next attempt comes after 1 s to 1 h', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), value => {
      const ms = parseRetryAfter(value, NOW);
      expect(ms >= 1_000 && ms <= 3_600_000).toBe(true);
    }),
  );
});

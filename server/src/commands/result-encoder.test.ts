import { CommandError, MAX_RESULT_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { BoundedRows } from '../limits/bounded-rows.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { CommandLimits } from './command-limits.ts';
import { ResultEncoder } from './result-encoder.ts';

function createResultEncoder() {
  const clock = { ms: 0 };
  const failures: unknown[] = [];
  const limits = new RateLimits(readConfig({}).rates, () => clock.ms);
  const commands = new CommandLimits(limits);
  const made = new ResultEncoder({ limits, onFailure: error => failures.push(error) });
  /** Counts the results of `bytes` bytes that a person receives before the limit, up to `max`. */
  const countResults = (uid: string, bytes: number, max: number) => {
    const value = { text: 'x'.repeat(bytes - 11) };
    for (let count = 0; count < max; count++) {
      try {
        commands.admit(uid, 'catch_up', {});
      } catch (error) {
        if (error instanceof CommandError) return { count, code: error.code };
      }
      made.encode(uid, 'catch_up', value);
    }
    return { count: max };
  };
  return { clock, failures, commands, countResults, encode: made.encode.bind(made) };
}

test('Q10 a result with several rows and more than 64 KiB causes an internal error and a log line', () => {
  const { encode, failures } = createResultEncoder();
  const rows = (count: number) => ({
    messages: Array.from({ length: count }, () => ({ text: '\u0001'.repeat(6_000) })),
  });
  expect(encode('ann', 'get_messages', rows(1))).toHaveLength(36_026);
  expect(() => encode('ann', 'get_messages', rows(2))).toThrow(expect.objectContaining({ code: 'internal' }));
  expect(failures).toEqual([new Error('the result of get_messages has 72038 bytes')]);
});

test('Q10 a single row is sent at any length', () => {
  const { encode, failures } = createResultEncoder();
  const one = { messages: [{ text: '\u0001'.repeat(20_000) }], admins: ['a', 'b'] };
  expect(JSON.parse(encode('ann', 'catch_up', one))).toEqual(one);
  expect(failures).toEqual([]);
});

test('Q10 rows are added until one does not fit, and the first one always fits', () => {
  const rows = new BoundedRows<string>(100);
  expect(rows.add('x'.repeat(200))).toBe(true);
  expect(rows.add('')).toBe(false);
  const many = new BoundedRows<string>(16);
  expect(['a', 'b', 'c', 'd', 'e'].filter(row => many.add(row))).toEqual(['a', 'b', 'c', 'd']);
  const extended = new BoundedRows<string>(16);
  expect(['a', 'b', 'c'].filter(row => extended.add(row, 4))).toEqual(['a', 'b']);
});

test('Q2 after 20 MB at once a person waits, and then reads half a megabyte a second; others do not wait', () => {
  const { clock, commands, countResults } = createResultEncoder();
  expect(countResults('ann', MAX_RESULT_BYTES, 390)).toEqual({ count: 306, code: 'rate_limited' });
  commands.admit('ann', 'send_message', {});
  commands.admit('ben', 'catch_up', {});
  clock.ms += 10_000;
  expect(countResults('ann', MAX_RESULT_BYTES, 390)).toEqual({ count: 76, code: 'rate_limited' });
});

test('Q2 a hundred rooms that reconnect in three windows, and five full pages of history a second, stay within the limit', () => {
  const { clock, commands, countResults, encode } = createResultEncoder();
  expect(countResults('ann', MAX_RESULT_BYTES, 300)).toEqual({ count: 300 });
  const page = { text: 'x'.repeat(MAX_RESULT_BYTES / 2) };
  for (let time = 0; time < 600; time++) {
    clock.ms += 200;
    commands.admit('ben', 'get_messages', {});
    encode('ben', 'get_messages', page);
  }
});

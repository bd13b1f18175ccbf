import { CommandError, MAX_RESULT_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { RateLimits } from '../limits/rate-limits.ts';
import { readSettings } from '../settings.ts';
import { CommandLimits } from './command-limits.ts';
import { BoundedRows, ResultEncoder } from './result-encoder.ts';

function createResultEncoder() {
  const clock = { ms: 0 };
  const failures: unknown[] = [];
  const limits = new RateLimits(readSettings({}).rates, () => clock.ms);
  const commands = new CommandLimits(limits);
  const made = new ResultEncoder({ limits, onFailure: error => failures.push(error) });
  /** How many answers of so many bytes somebody gets who asks for them without end. */
  const countAnswers = (uid: string, bytes: number, most: number) => {
    const value = { text: 'x'.repeat(bytes - 11) };
    for (let count = 0; count < most; count++) {
      try {
        commands.admit(uid, 'catch_up', {});
      } catch (error) {
        if (error instanceof CommandError) return { count, code: error.code };
      }
      made.encode(uid, 'catch_up', value);
    }
    return { count: most };
  };
  return { clock, failures, commands, countAnswers, encode: made.encode.bind(made) };
}

test('Q10 an answer of several rows that has more than 64 KiB is an internal error, and logged', () => {
  const { encode, failures } = createResultEncoder();
  const rows = (count: number) => ({
    messages: Array.from({ length: count }, () => ({ text: '\u0001'.repeat(6_000) })),
  });
  expect(encode('ann', 'get_messages', rows(1))).toHaveLength(36_026);
  expect(() => encode('ann', 'get_messages', rows(2))).toThrow(expect.objectContaining({ code: 'internal' }));
  expect(failures).toEqual([new Error('the answer of get_messages has 72038 bytes')]);
});

test('Q10 one row goes out however long it is', () => {
  const { encode, failures } = createResultEncoder();
  const one = { messages: [{ text: '\u0001'.repeat(20_000) }], admins: ['a', 'b'] };
  expect(JSON.parse(encode('ann', 'catch_up', one))).toEqual(one);
  expect(failures).toEqual([]);
});

test('Q10 rows are taken until one does not fit, and the first one always is', () => {
  const rows = new BoundedRows<string>(100);
  expect(rows.add('x'.repeat(200))).toBe(true);
  expect(rows.add('')).toBe(false);
  const many = new BoundedRows<string>(16);
  expect(['a', 'b', 'c', 'd', 'e'].filter(row => many.add(row))).toEqual(['a', 'b', 'c', 'd']);
  const extended = new BoundedRows<string>(16);
  expect(['a', 'b', 'c'].filter(row => extended.add(row, 4))).toEqual(['a', 'b']);
});

test('Q2 whoever reads 20 MB at once waits, and then has half a megabyte a second; nobody else waits', () => {
  const { clock, commands, countAnswers } = createResultEncoder();
  expect(countAnswers('ann', MAX_RESULT_BYTES, 390)).toEqual({ count: 306, code: 'rate_limited' });
  commands.admit('ann', 'send_message', {});
  commands.admit('ben', 'catch_up', {});
  clock.ms += 10_000;
  expect(countAnswers('ann', MAX_RESULT_BYTES, 390)).toEqual({ count: 76, code: 'rate_limited' });
});

test('Q2 a hundred rooms that come back in three windows, and five full pages of history a second, are never too much', () => {
  const { clock, commands, countAnswers, encode } = createResultEncoder();
  expect(countAnswers('ann', MAX_RESULT_BYTES, 300)).toEqual({ count: 300 });
  const page = { text: 'x'.repeat(MAX_RESULT_BYTES / 2) };
  for (let time = 0; time < 600; time++) {
    clock.ms += 200;
    commands.admit('ben', 'get_messages', {});
    encode('ben', 'get_messages', page);
  }
});

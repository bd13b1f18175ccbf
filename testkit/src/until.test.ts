import { expect, test } from 'vitest';
import { until } from './until.ts';

test('until polls until the condition holds, and returns the time in ms', async () => {
  let calls = 0;
  const taken = await until('three calls', () => ++calls === 3);
  expect(calls).toBe(3);
  expect(taken).toBeGreaterThan(0);
});

test('after the timeout, the error has the description and the last state', async () => {
  let count = 0;
  const isDone = () => ++count < 0;
  const options = { timeoutMs: 0, describeState: () => `count ${count}` };
  const message = /^it is done: not within 0 ms; the last state was: count \d+$/;
  await expect(until('it is done', isDone, options)).rejects.toThrow(message);
});

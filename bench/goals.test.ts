import { expect, test } from 'vitest';
import { evaluateGoal } from './goals.ts';

const ROWS = [
  { of: 'Snug', figures: { µs: 6 }, rounds: {}, remarks: [] },
  { of: 'floor', figures: { µs: 5 }, rounds: {}, remarks: [] },
  { of: 'peer', figures: {}, rounds: {}, remarks: ['not installed'] },
];

test('a goal is compared with a number or with another row, or not at all if that is missing', () => {
  expect(evaluateGoal({ figure: 'µs', atMost: 6 }, ROWS)).toMatchObject({ value: 6, isReached: true });
  expect(evaluateGoal({ figure: 'µs', atLeast: 7 }, ROWS)).toMatchObject({ value: 6, isReached: false });
  expect(evaluateGoal({ figure: 'µs', atMost: 1.1, timesOf: 'floor' }, ROWS)).toMatchObject({
    value: 1.2,
    isReached: false,
  });
  expect(evaluateGoal({ figure: 'µs', atMost: 1, timesOf: 'peer' }, ROWS)).toEqual({
    goal: 'Snug: µs: at most 1 times that of peer',
  });
});

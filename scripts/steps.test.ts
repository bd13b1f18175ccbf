import { expect, test } from 'vitest';
import { ALL_STEPS, TEST_BUDGET_SECONDS, TEST_STEPS } from './test-steps.ts';

test('the steps of npm test usually stay within its budget', () => {
  const usual = TEST_STEPS.reduce((sum, { usualSeconds = 0 }) => sum + usualSeconds, 0);
  expect(usual).toBeGreaterThan(0);
  expect(usual).toBeLessThanOrEqual(TEST_BUDGET_SECONDS);
});

test('each part of test:all has a name of its own, by which it runs alone and goes on', () => {
  const names = ALL_STEPS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

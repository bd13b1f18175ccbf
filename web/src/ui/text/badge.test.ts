import { expect, test } from 'vitest';
import { formatBadge } from './badge.ts';

test('a badge shows counts up to 99 and then 99+', () => {
  expect([0, 1, 99, 100, 12_345].map(formatBadge)).toEqual(['0', '1', '99', '99+', '99+']);
});

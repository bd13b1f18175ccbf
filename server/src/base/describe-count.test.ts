import { expect, test } from 'vitest';
import { describeCount } from './describe-count.ts';

test('a single thing has the singular', () => {
  expect([0, 1, 2, 1_200].map(count => describeCount(count, 'room'))).toEqual([
    '0 rooms',
    '1 room',
    '2 rooms',
    '1,200 rooms',
  ]);
  expect([1, 2].map(count => describeCount(count, 'person', 'people'))).toEqual(['1 person', '2 people']);
});

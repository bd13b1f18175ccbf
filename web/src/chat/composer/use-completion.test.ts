import { expect, test } from 'vitest';
import { type Completion, type CompletionMatch, keepIndex } from './use-completion.ts';

const match = (query: string, start = 4): CompletionMatch => ({ start, query });
const chosen = (query: string, index: number): Completion<string> => ({
  match: match(query),
  options: ['a', 'b', 'c'],
  index,
});

test('better options for the same query keep the choice', () => {
  expect(keepIndex(chosen('an', 2), match('an'), ['x', 'y', 'z', 'more'])).toBe(2);
  expect(keepIndex(chosen('an', 0), match('an'), ['x'])).toBe(0);
});

test('with fewer options, the choice is the last one', () => {
  expect(keepIndex(chosen('an', 2), match('an'), ['x', 'y'])).toBe(1);
  expect(keepIndex(chosen('an', 2), match('an'), [])).toBe(0);
});

test('another query, or one at another place, begins at the first option', () => {
  expect(keepIndex(chosen('an', 2), match('ann'), ['x', 'y', 'z'])).toBe(0);
  expect(keepIndex(chosen('an', 2), match('an', 9), ['x', 'y', 'z'])).toBe(0);
  expect(keepIndex({ match: undefined, options: [], index: 0 }, match('an'), ['x', 'y'])).toBe(0);
});

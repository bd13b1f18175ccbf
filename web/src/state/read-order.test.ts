import { expect, test } from 'vitest';
import { ReadOrder } from './read-order.ts';

test('of reads that overlap, the result of a later one stays, in whatever order they come', () => {
  const order = new ReadOrder();
  const [first, second, third] = [order.begin(), order.begin(), order.begin()];
  expect(second(), 'the last one may fail').toBe(true);
  expect(first(), 'a read that began before it').toBe(false);
  expect(third()).toBe(true);
  expect([first(), second()]).toEqual([false, false]);
  expect(order.begin()()).toBe(true);
});

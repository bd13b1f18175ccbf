import { Store } from '@snug/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ThrottledStore } from './throttled-store.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function createStores() {
  const source = new Store(0);
  return { source, throttled: new ThrottledStore(source, 250) };
}

test('a changed value is shown at once, and further changes with the first one after the interval', () => {
  const { source, throttled } = createStores();
  throttled.subscribe(() => undefined);
  source.set(1);
  expect(throttled.get()).toBe(1);
  source.set(2);
  source.set(3);
  vi.advanceTimersByTime(250);
  expect(throttled.get()).toBe(1);
  source.set(4);
  expect(throttled.get()).toBe(4);
});

test('the last change is shown by itself after twice the interval', () => {
  const { source, throttled } = createStores();
  throttled.subscribe(() => undefined);
  source.set(1);
  source.set(2);
  vi.advanceTimersByTime(499);
  expect(throttled.get()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(throttled.get()).toBe(2);
});

test('a subscriber receives the change of a moment in which another one unsubscribes', () => {
  const { source, throttled } = createStores();
  const shown: number[] = [];
  throttled.subscribe(() => shown.push(throttled.get()));
  const unsubscribe = throttled.subscribe(() => undefined);
  source.set(1);
  source.set(2);
  unsubscribe();
  vi.advanceTimersByTime(500);
  expect(shown).toEqual([1, 2]);
});

test('a subscriber receives a change that precedes its subscription', () => {
  const { source, throttled } = createStores();
  source.set(1);
  const shown: number[] = [];
  throttled.subscribe(() => shown.push(throttled.get()));
  expect(shown).toEqual([1]);
});

import { expect, test } from 'vitest';
import { listWidth } from './list-width.ts';

test('the list takes a third of the window until somebody chooses a width', () => {
  expect(listWidth(undefined, 1440)).toBe(480);
  expect(listWidth(300, 1440)).toBe(300);
});

test('a chosen width leaves room for names, and half of the window for the open room', () => {
  expect(listWidth(10, 1440)).toBe(240);
  expect(listWidth(900, 1440)).toBe(720);
  expect(listWidth(900, 993)).toBe(497);
});

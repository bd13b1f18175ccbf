import { expect, test } from 'vitest';
import { clampListWidth } from './list-width.ts';

test('the list takes a third of the window by default', () => {
  expect(clampListWidth(undefined, 1440)).toBe(480);
  expect(clampListWidth(300, 1440)).toBe(300);
});

test('a chosen width leaves space for names, and half of the window for the open room', () => {
  expect(clampListWidth(10, 1440)).toBe(240);
  expect(clampListWidth(900, 1440)).toBe(720);
  expect(clampListWidth(900, 993)).toBe(497);
});

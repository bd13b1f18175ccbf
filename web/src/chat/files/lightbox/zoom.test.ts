import { expect, test } from 'vitest';
import { zoomIn, zoomOut } from './zoom.ts';

test('zooms in steps and stops at both ends', () => {
  expect([1, 1.5, 1.7, 6].map(zoomIn)).toEqual([1.5, 2, 2, 6]);
  expect([6, 2, 1.7, 1].map(zoomOut)).toEqual([4, 1.5, 1.5, 1]);
});

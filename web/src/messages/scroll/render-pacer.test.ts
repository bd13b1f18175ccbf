import { expect, test } from 'vitest';
import { DrawPace } from './render-pacer.ts';

/** A page whose frames are painted `ms` after a drawing began. */
function paceOf(...frames: number[]): DrawPace {
  let now = 0;
  const paints: (() => void)[] = [];
  const pace = new DrawPace({ now: () => now, afterPaint: run => paints.push(run) });
  for (const ms of frames) {
    pace.drawing();
    now += ms;
    for (const run of paints.splice(0)) run();
  }
  return pace;
}

test('while frames are in time, there is a drawing a frame', () => {
  expect(paceOf().restMs).toBe(17);
  expect(paceOf(17, 12).restMs).toBe(17);
});

test('late frames make drawing rest for six times as long as they were late', () => {
  expect(paceOf(57).restMs).toBe(240);
  expect(paceOf(57, 16).restMs).toBe(17);
});

test('no rest is longer than a second', () => {
  expect(paceOf(5_000).restMs).toBe(1_000);
});

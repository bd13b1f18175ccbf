import { expect, test } from 'vitest';
import { RenderPacer } from './render-pacer.ts';

/** A page whose frames are painted `ms` after a drawing began. */
function createPacer(...frames: number[]): RenderPacer {
  let now = 0;
  const paints: (() => void)[] = [];
  const pace = new RenderPacer({ now: () => now, afterPaint: run => paints.push(run) });
  for (const ms of frames) {
    pace.renderStarted();
    now += ms;
    for (const run of paints.splice(0)) run();
  }
  return pace;
}

test('while frames are in time, there is a drawing a frame', () => {
  expect(createPacer().intervalMs).toBe(17);
  expect(createPacer(17, 12).intervalMs).toBe(17);
});

test('late frames make drawing rest for six times as long as they were late', () => {
  expect(createPacer(57).intervalMs).toBe(240);
  expect(createPacer(57, 16).intervalMs).toBe(17);
});

test('no rest is longer than a second', () => {
  expect(createPacer(5_000).intervalMs).toBe(1_000);
});

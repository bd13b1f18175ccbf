import { expect, test } from 'vitest';
import { RenderPacer } from './render-pacer.ts';

/** A pacer after renders that take `frames` milliseconds each to paint. */
function createPacer(...frames: number[]): RenderPacer {
  let now = 0;
  const paints: (() => void)[] = [];
  const pacer = new RenderPacer({ now: () => now, afterPaint: run => paints.push(run) });
  for (const ms of frames) {
    pacer.renderStarted();
    now += ms;
    for (const run of paints.splice(0)) run();
  }
  return pacer;
}

test('renders once a frame while frames are on time', () => {
  expect(createPacer().intervalMs).toBe(17);
  expect(createPacer(17, 12).intervalMs).toBe(17);
});

test('waits six times the lateness of the last frame', () => {
  expect(createPacer(57).intervalMs).toBe(240);
  expect(createPacer(57, 16).intervalMs).toBe(17);
});

test('waits at most a second', () => {
  expect(createPacer(5_000).intervalMs).toBe(1_000);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WayUp } from './upward-scroll.ts';

let frames: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(++last, run);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function drawFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const run of due) run();
}

test('who goes on is on the way up, and who has stayed for a while is not', () => {
  const onEnd = vi.fn<() => void>();
  const wayUp = new WayUp(onEnd);
  expect(wayUp.isGoing).toBe(false);
  for (let moves = 0; moves < 3; moves++) {
    wayUp.go();
    vi.advanceTimersByTime(290);
    drawFrame();
    expect(wayUp.isGoing).toBe(true);
  }
  vi.advanceTimersByTime(10);
  drawFrame();
  expect(wayUp.isGoing).toBe(false);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('where the page was too busy to draw, the next frame may still bring a move', () => {
  const onEnd = vi.fn<() => void>();
  const wayUp = new WayUp(onEnd);
  wayUp.go();
  vi.advanceTimersByTime(5_000);
  expect(wayUp.isGoing, 'no frame came').toBe(true);
  wayUp.go();
  drawFrame();
  expect(wayUp.isGoing, 'and it did').toBe(true);
  expect(onEnd).not.toHaveBeenCalled();
});

test('who leaves is forgotten', () => {
  const onEnd = vi.fn<() => void>();
  const wayUp = new WayUp(onEnd);
  wayUp.go();
  wayUp.end();
  expect(wayUp.isGoing).toBe(false);
  vi.runAllTimers();
  drawFrame();
  expect(onEnd).not.toHaveBeenCalled();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UpwardScroll } from './upward-scroll.ts';

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
  const wayUp = new UpwardScroll(onEnd);
  expect(wayUp.isActive).toBe(false);
  for (let moves = 0; moves < 3; moves++) {
    wayUp.touch();
    vi.advanceTimersByTime(290);
    drawFrame();
    expect(wayUp.isActive).toBe(true);
  }
  vi.advanceTimersByTime(10);
  drawFrame();
  expect(wayUp.isActive).toBe(false);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('where the page was too busy to draw, the next frame may still bring a move', () => {
  const onEnd = vi.fn<() => void>();
  const wayUp = new UpwardScroll(onEnd);
  wayUp.touch();
  vi.advanceTimersByTime(5_000);
  expect(wayUp.isActive, 'no frame came').toBe(true);
  wayUp.touch();
  drawFrame();
  expect(wayUp.isActive, 'and it did').toBe(true);
  expect(onEnd).not.toHaveBeenCalled();
});

test('who leaves is forgotten', () => {
  const onEnd = vi.fn<() => void>();
  const wayUp = new UpwardScroll(onEnd);
  wayUp.touch();
  wayUp.cancel();
  expect(wayUp.isActive).toBe(false);
  vi.runAllTimers();
  drawFrame();
  expect(onEnd).not.toHaveBeenCalled();
});

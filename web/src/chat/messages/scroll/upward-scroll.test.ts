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

test('an upward scroll is active until it pauses', () => {
  const onEnd = vi.fn<() => void>();
  const scroll = new UpwardScroll(onEnd);
  expect(scroll.isActive).toBe(false);
  for (let moves = 0; moves < 3; moves++) {
    scroll.touch();
    vi.advanceTimersByTime(290);
    drawFrame();
    expect(scroll.isActive).toBe(true);
  }
  vi.advanceTimersByTime(10);
  drawFrame();
  expect(scroll.isActive).toBe(false);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('an upward scroll stays active while a busy page paints no frame', () => {
  const onEnd = vi.fn<() => void>();
  const scroll = new UpwardScroll(onEnd);
  scroll.touch();
  vi.advanceTimersByTime(5_000);
  expect(scroll.isActive, 'no frame was painted').toBe(true);
  scroll.touch();
  drawFrame();
  expect(scroll.isActive, 'the scroll continued').toBe(true);
  expect(onEnd).not.toHaveBeenCalled();
});

test('a cancelled scroll does not call onEnd', () => {
  const onEnd = vi.fn<() => void>();
  const scroll = new UpwardScroll(onEnd);
  scroll.touch();
  scroll.cancel();
  expect(scroll.isActive).toBe(false);
  vi.runAllTimers();
  drawFrame();
  expect(onEnd).not.toHaveBeenCalled();
});

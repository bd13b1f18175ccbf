import { expect, onTestFinished, test, vi } from 'vitest';
import { watchProgress } from './progress-watch.ts';

const SECOND_MS = 1_000;

/** Bytes that arrive at this rate. Returns whether the watch ended them within `seconds`. */
async function isStalledAt(bytesPerSecond: number, seconds: number, isHeldUp = false): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let bytes = 0;
  const onStalled = vi.fn<() => void>();
  const end = watchProgress({
    count: () => bytes,
    isOver: () => false,
    isHeldUp: () => isHeldUp,
    onStalled,
    silentMs: SECOND_MS,
    graceMs: 10 * SECOND_MS,
  });
  for (let second = 0; second < seconds; second++) {
    bytes += bytesPerSecond;
    vi.advanceTimersByTime(SECOND_MS);
  }
  end();
  return onStalled.mock.calls.length > 0;
}

test('Q7 an upload of 20,000 bytes per second may take as long as it needs', async () => {
  expect(await isStalledAt(20_000, 10_000)).toBe(false);
});

test('Q7 a slower upload has a time of grace, and a silent one has none', async () => {
  expect([await isStalledAt(4_000, 19), await isStalledAt(4_000, 22)]).toEqual([false, true]);
  expect([await isStalledAt(0, 1), await isStalledAt(0, 2)]).toEqual([false, true]);
});

test('Q7 an upload that waits for the server is not ended', async () => {
  expect(await isStalledAt(0, 100, true)).toBe(false);
});

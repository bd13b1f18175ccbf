import { expect, onTestFinished, test, vi } from 'vitest';
import { watchProgress } from './progress-watch.ts';

const SECOND_MS = 1_000;

/** Bytes that arrive at this rate, after the seconds in which the server holds the client up. Returns whether the watch ended them within `seconds`. */
async function isStalledAt(bytesPerSecond: number, seconds: number, heldUpSeconds = 0): Promise<boolean> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let bytes = 0;
  let isHeldUp = true;
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
    isHeldUp = second < heldUpSeconds;
    if (!isHeldUp) bytes += bytesPerSecond;
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
  expect(await isStalledAt(0, 100, 100)).toBe(false);
});

test('Q7 the time in which an upload waited for the server does not count afterwards', async () => {
  expect([await isStalledAt(20_000, 200, 100), await isStalledAt(4_000, 119, 100)]).toEqual([false, false]);
  expect(await isStalledAt(4_000, 123, 100)).toBe(true);
});

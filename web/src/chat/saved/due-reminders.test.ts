import { expect, onTestFinished, test, vi } from 'vitest';
import { findDelay, takeUnshown } from './due-reminders.ts';

function makeReminder(index: number) {
  return { roomId: 'room', messageId: `message ${index}`, remindAt: index };
}

function useStorage(): void {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

test('I6 a browser shows a due reminder once, and again only at another time', () => {
  useStorage();
  const [first, second] = [makeReminder(1), makeReminder(2)];
  expect(takeUnshown('ann', [first])).toEqual([first]);
  expect(takeUnshown('ann', [first, second])).toEqual([second]);
  expect(takeUnshown('ann', [first, second])).toEqual([]);
  expect(takeUnshown('ben', [first])).toEqual([first]);
  expect(takeUnshown('ann', [{ ...first, remindAt: 9 }, second])).toHaveLength(1);
});

test('I6 reminders that stay due are never shown again, however many others come', () => {
  useStorage();
  const staying = Array.from({ length: 100 }, (_, index) => makeReminder(index));
  takeUnshown('ann', staying);
  for (let index = 100; index < 400; index++)
    expect(takeUnshown('ann', [...staying.slice(1), makeReminder(index)])).toEqual([makeReminder(index)]);
  expect(takeUnshown('ann', staying.slice(1))).toEqual([]);
});

test('the next timer ends when the next reminder is due, never before it', () => {
  const reminders = [1_000, 5_000, 5_001].map(remindAt => ({ remindAt }));
  expect(findDelay(reminders, 400)).toBe(600);
  expect(findDelay(reminders, 400.3), 'rounded up').toBe(600);
  expect(findDelay(reminders, 1_000), 'what is due has no timer').toBe(4_000);
  expect([findDelay(reminders, 5_001), findDelay([], 0)]).toEqual([undefined, undefined]);
});

test('a reminder in two months does not show at once', () => {
  const day = 24 * 60 * 60_000;
  const delay = findDelay([{ remindAt: 60 * day }], 0);
  expect(delay, 'what the timers of browsers can hold').toBe(2_147_483_647);
  expect(findDelay([{ remindAt: 60 * day }], 59 * day)).toBe(day);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { findDelay, showUnshown } from './due-reminders.ts';

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

/** What a browser shows of the due reminders. */
async function takeUnshown(
  uid: string,
  due: Parameters<typeof showUnshown>[1],
): Promise<Parameters<typeof showUnshown>[1]> {
  const shown: (typeof due)[number][] = [];
  await showUnshown(uid, due, async reminder => {
    shown.push(reminder);
    return true;
  });
  return shown;
}

test('I6 a browser shows a due reminder once, and again only at another time', async () => {
  useStorage();
  const [first, second] = [makeReminder(1), makeReminder(2)];
  expect(await takeUnshown('ann', [first])).toEqual([first]);
  expect(await takeUnshown('ann', [first, second])).toEqual([second]);
  expect(await takeUnshown('ann', [first, second])).toEqual([]);
  expect(await takeUnshown('ben', [first])).toEqual([first]);
  expect(await takeUnshown('ann', [{ ...first, remindAt: 9 }, second])).toHaveLength(1);
});

test('I6 reminders that stay due are never shown again, however many others come', async () => {
  useStorage();
  const staying = Array.from({ length: 100 }, (_, index) => makeReminder(index));
  await takeUnshown('ann', staying);
  for (let index = 100; index < 400; index++)
    expect(await takeUnshown('ann', [...staying.slice(1), makeReminder(index)])).toEqual([
      makeReminder(index),
    ]);
  expect(await takeUnshown('ann', staying.slice(1))).toEqual([]);
});

test('I6 a reminder whose message the server cannot return now is shown when it can', async () => {
  useStorage();
  const [first, second] = [makeReminder(1), makeReminder(2)];
  const showFirst = async (reminder: object) => reminder === first;
  expect(await showUnshown('ann', [first, second], showFirst)).toBe(false);
  expect(await takeUnshown('ann', [first, second])).toEqual([second]);
});

test('I6 a page without https, and so without locks, shows a due reminder once', async () => {
  useStorage();
  vi.stubGlobal('navigator', {});
  const due = [makeReminder(1)];
  const shown = await Promise.all([takeUnshown('ann', due), takeUnshown('ann', due)]);
  expect(shown.flat()).toEqual(due);
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

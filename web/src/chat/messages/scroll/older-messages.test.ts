import type { RoomLog } from '@snug/client';
import type { Message } from '@snug/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OlderMessages, sliceLog } from './older-messages.ts';

const VIEW = { scrollTop: 100, clientHeight: 600 };

function createLog(first: number, last: number, hasOlder = true): RoomLog {
  const messages = Array.from(
    { length: last - first + 1 },
    (_, index) => ({ seq: first + index }) as Message,
  );
  return { messages, hasOlder } as unknown as RoomLog;
}

/** The first and last visible seq of `log`. */
function getVisibleRange(
  older: OlderMessages,
  log: RoomLog,
): [first: number | undefined, last: number | undefined] {
  const { messages } = sliceLog(log, older.from.get());
  return [messages[0]?.seq, messages.at(-1)?.seq];
}

function createOlderMessages(log: RoomLog, isAtEnd = true) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const loadOlder = vi.fn<() => Promise<void>>(async () => {});
  const onError = vi.fn<(error: unknown) => void>();
  return {
    older: new OlderMessages({ pages: { loadOlder }, log, isAtEnd, onError }),
    loadOlder,
    onError,
  };
}

test('a reader begins with the newest page, even if more messages are loaded', () => {
  const log = createLog(1, 40, false);
  expect(getVisibleRange(createOlderMessages(log).older, log)).toEqual([26, 40]);
  expect(getVisibleRange(createOlderMessages(log, false).older, log), 'except further up').toEqual([1, 40]);
});

test('prefetches one page, shows it on request and then prefetches the next one', async () => {
  const first = createLog(86, 100);
  const { older, loadOlder } = createOlderMessages(first);
  older.prefetch(VIEW);
  older.prefetch(VIEW);
  expect(loadOlder, 'after a pause').not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const second = createLog(71, 100);
  older.setLog(second);
  expect(getVisibleRange(older, second), 'loaded, but not visible').toEqual([86, 100]);
  expect(sliceLog(second, older.from.get()).hasOlder).toBe(true);
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'one page ahead is enough').toHaveBeenCalledTimes(1);
  older.showPage();
  expect(getVisibleRange(older, second)).toEqual([71, 100]);
  older.prefetch({ ...VIEW, scrollTop: 1_300 });
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'too far away').toHaveBeenCalledTimes(1);
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('a requested page shows even if a prefetch was due meanwhile', async () => {
  const first = createLog(86, 100);
  const { older, loadOlder } = createOlderMessages(first);
  let arrive = () => {};
  loadOlder.mockImplementation(
    () =>
      new Promise(resolve => {
        arrive = resolve;
      }),
  );
  older.prefetch(VIEW);
  older.showPage();
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const second = createLog(71, 100);
  older.setLog(second);
  arrive();
  expect(getVisibleRange(older, second)).toEqual([71, 100]);
});

test('a page that is requested before it is loaded shows when it arrives', () => {
  const { older, loadOlder } = createOlderMessages(createLog(86, 100));
  older.showPage();
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const longer = createLog(71, 101);
  older.setLog(longer);
  expect(getVisibleRange(older, longer)).toEqual([71, 101]);
});

test('prefetching continues after a small page and stops at the first message of the room', async () => {
  const { older, loadOlder } = createOlderMessages(createLog(98, 100));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  older.setLog(createLog(96, 100));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'the next page, too').toHaveBeenCalledTimes(2);
  older.showPage();
  older.setLog(createLog(1, 100, false));
  older.showPage();
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('reports the failure of a requested page but not of a prefetch', async () => {
  const { older, loadOlder, onError } = createOlderMessages(createLog(86, 100));
  loadOlder.mockRejectedValue(new Error('no connection'));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(onError).not.toHaveBeenCalled();
  older.showPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).toHaveBeenCalledTimes(1);
});

test('shows all of another part of the room', () => {
  const { older } = createOlderMessages(createLog(86, 100));
  expect(getVisibleRange(older, createLog(1, 50))).toEqual([1, 50]);
  expect(getVisibleRange(older, createLog(200, 215))).toEqual([200, 215]);
});

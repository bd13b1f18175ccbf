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

/** Answers with the positions that are shown of `log`. */
function shown(older: OlderMessages, log: RoomLog): [first: number | undefined, last: number | undefined] {
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

test('a reader begins with the newest page, however many messages are here', () => {
  const log = createLog(1, 40, false);
  expect(shown(createOlderMessages(log).older, log)).toEqual([26, 40]);
  expect(shown(createOlderMessages(log, false).older, log), 'unless further up').toEqual([1, 40]);
});

test('the page before is fetched once, shown when asked for, and then the next one is fetched', async () => {
  const first = createLog(86, 100);
  const { older, loadOlder } = createOlderMessages(first);
  older.prefetch(VIEW);
  older.prefetch(VIEW);
  expect(loadOlder, 'after a pause').not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const second = createLog(71, 100);
  older.setLog(second);
  expect(shown(older, second), 'here, and not shown').toEqual([86, 100]);
  expect(sliceLog(second, older.from.get()).hasOlder).toBe(true);
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'one page ahead is enough').toHaveBeenCalledTimes(1);
  older.showPage();
  expect(shown(older, second)).toEqual([71, 100]);
  older.prefetch({ ...VIEW, scrollTop: 1_300 });
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'not far from it').toHaveBeenCalledTimes(1);
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('a page that was asked for shows, though the page ahead was due meanwhile', async () => {
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
  expect(shown(older, second)).toEqual([71, 100]);
});

test('what is asked for before it is here shows as it comes', () => {
  const { older, loadOlder } = createOlderMessages(createLog(86, 100));
  older.showPage();
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const longer = createLog(71, 101);
  older.setLog(longer);
  expect(shown(older, longer)).toEqual([71, 101]);
});

test('a page of few messages is no reason to stop, and the beginning is', async () => {
  const { older, loadOlder } = createOlderMessages(createLog(98, 100));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  older.setLog(createLog(96, 100));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'the next one as well').toHaveBeenCalledTimes(2);
  older.showPage();
  older.setLog(createLog(1, 100, false));
  older.showPage();
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('only who asks learns that it failed', async () => {
  const { older, loadOlder, onError } = createOlderMessages(createLog(86, 100));
  loadOlder.mockRejectedValue(new Error('no connection'));
  older.prefetch(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(onError).not.toHaveBeenCalled();
  older.showPage();
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).toHaveBeenCalledTimes(1);
});

test('another part of the room is shown whole', () => {
  const { older } = createOlderMessages(createLog(86, 100));
  expect(shown(older, createLog(1, 50))).toEqual([1, 50]);
  expect(shown(older, createLog(200, 215))).toEqual([200, 215]);
});

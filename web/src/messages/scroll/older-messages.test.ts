import type { RoomLog } from '@snug/client';
import type { Message } from '@snug/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { OlderMessages, shownOf } from './older-messages.ts';

const VIEW = { scrollTop: 100, clientHeight: 600 };

function logOf(first: number, last: number, hasOlder = true): RoomLog {
  const messages = Array.from(
    { length: last - first + 1 },
    (_, index) => ({ seq: first + index }) as Message,
  );
  return { messages, hasOlder } as unknown as RoomLog;
}

/** Answers with the positions that are shown of `log`. */
function shown(older: OlderMessages, log: RoomLog): [first: number | undefined, last: number | undefined] {
  const { messages } = shownOf(log, older.from.get());
  return [messages[0]?.seq, messages.at(-1)?.seq];
}

function begin(log: RoomLog, isAtEnd = true) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const loadOlder = vi.fn<() => Promise<void>>(async () => {});
  const onRefusal = vi.fn<(error: unknown) => void>();
  return {
    older: new OlderMessages({ pages: { loadOlder }, log, isAtEnd, onRefusal }),
    loadOlder,
    onRefusal,
  };
}

test('a reader begins with the newest page, however many messages are here', () => {
  const log = logOf(1, 40, false);
  expect(shown(begin(log).older, log)).toEqual([26, 40]);
  expect(shown(begin(log, false).older, log), 'unless further up').toEqual([1, 40]);
});

test('the page before is fetched once, shown when asked for, and then the next one is fetched', async () => {
  const first = logOf(86, 100);
  const { older, loadOlder } = begin(first);
  older.look(VIEW);
  older.look(VIEW);
  expect(loadOlder, 'after a pause').not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const second = logOf(71, 100);
  older.changed(second);
  expect(shown(older, second), 'here, and not shown').toEqual([86, 100]);
  expect(shownOf(second, older.from.get()).hasOlder).toBe(true);
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'one page ahead is enough').toHaveBeenCalledTimes(1);
  older.show();
  expect(shown(older, second)).toEqual([71, 100]);
  older.look({ ...VIEW, scrollTop: 1_300 });
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'not far from it').toHaveBeenCalledTimes(1);
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('a page that was asked for shows, though the page ahead was due meanwhile', async () => {
  const first = logOf(86, 100);
  const { older, loadOlder } = begin(first);
  let arrive = () => {};
  loadOlder.mockImplementation(
    () =>
      new Promise(resolve => {
        arrive = resolve;
      }),
  );
  older.look(VIEW);
  older.show();
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const second = logOf(71, 100);
  older.changed(second);
  arrive();
  expect(shown(older, second)).toEqual([71, 100]);
});

test('what is asked for before it is here shows as it comes', () => {
  const { older, loadOlder } = begin(logOf(86, 100));
  older.show();
  expect(loadOlder).toHaveBeenCalledTimes(1);
  const longer = logOf(71, 101);
  older.changed(longer);
  expect(shown(older, longer)).toEqual([71, 101]);
});

test('a page of few messages is no reason to stop, and the beginning is', async () => {
  const { older, loadOlder } = begin(logOf(98, 100));
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  older.changed(logOf(96, 100));
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder, 'the next one as well').toHaveBeenCalledTimes(2);
  older.show();
  older.changed(logOf(1, 100, false));
  older.show();
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(loadOlder).toHaveBeenCalledTimes(2);
});

test('only who asks learns that it failed', async () => {
  const { older, loadOlder, onRefusal } = begin(logOf(86, 100));
  loadOlder.mockRejectedValue(new Error('no connection'));
  older.look(VIEW);
  await vi.advanceTimersByTimeAsync(200);
  expect(onRefusal).not.toHaveBeenCalled();
  older.show();
  await vi.advanceTimersByTimeAsync(0);
  expect(onRefusal).toHaveBeenCalledTimes(1);
});

test('another part of the room is shown whole', () => {
  const { older } = begin(logOf(86, 100));
  expect(shown(older, logOf(1, 50))).toEqual([1, 50]);
  expect(shown(older, logOf(200, 215))).toEqual([200, 215]);
});

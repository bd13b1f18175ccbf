import { expect, onTestFinished, test, vi } from 'vitest';
import { rejectIfAborted } from './reject-if-aborted.ts';

const END = new Error('the end');

test('work ends with its own outcome, or with the reason of the signal if that comes first', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  expect(await rejectIfAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(rejectIfAborted(Promise.reject(new Error('no disk')), signal)).rejects.toThrow('no disk');
  const waiting = rejectIfAborted(new Promise(() => {}), signal);
  controller.abort(END);
  await expect(waiting).rejects.toBe(END);
});

test('work that fails after the signal aborted is no unhandled rejection', async () => {
  const onUnhandled = vi.fn<() => void>();
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  const work = Promise.withResolvers<void>();
  await expect(rejectIfAborted(work.promise, AbortSignal.abort(END))).rejects.toBe(END);
  work.reject(new Error('the connection is gone'));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(onUnhandled).not.toHaveBeenCalled();
});

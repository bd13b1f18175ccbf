import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageLocks } from './page-locks.ts';

let number = 0;
/** Node has the locks of browsers, but shares them in the process. */
const createLocks = () => new PageLocks(`test:${number}:`);
const ignore = () => {};

beforeEach(() => void number++);
afterEach(() => vi.unstubAllGlobals());

test('a page lives until it ends, and its end is reported once', async () => {
  const end = new AbortController();
  await createLocks().acquire('one', end.signal);
  const locks = createLocks();
  let ends = 0;
  const onEnd = () => void ends++;
  expect(await locks.hasEnded('one', true, onEnd)).toBe(false);
  expect(await locks.hasEnded('one', false, onEnd)).toBe(false);
  end.abort();
  await expect.poll(() => ends).toBe(1);
  expect(await locks.hasEnded('one', false, onEnd)).toBe(true);
});

test('a page without a lock has ended', async () => {
  expect(await createLocks().hasEnded('gone', false, ignore)).toBe(true);
});

test('several pages can watch one page', async () => {
  const end = new AbortController();
  await createLocks().acquire('one', end.signal);
  const watchers = [createLocks(), createLocks()];
  const ends: number[] = [];
  for (const [index, locks] of watchers.entries())
    expect(await locks.hasEnded('one', false, () => ends.push(index))).toBe(false);
  end.abort();
  await expect.poll(() => ends).toEqual([0, 1]);
});

test('without the Web Locks API, pages found at the start have ended, and others live', async () => {
  vi.stubGlobal('navigator', {});
  const locks = createLocks();
  await locks.acquire('own', new AbortController().signal);
  expect(await locks.hasEnded('before', true, ignore)).toBe(true);
  expect(await locks.hasEnded('later', false, ignore)).toBe(false);
  expect(await locks.hasEnded('before', false, ignore)).toBe(true);
});

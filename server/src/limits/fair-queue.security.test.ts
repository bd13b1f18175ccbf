import { expect, test } from 'vitest';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

function createQueue(options: Partial<FairQueueOptions> = {}) {
  const fair = new FairQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 20, ...options });
  const started: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const add = (key: string, name = key) =>
    fair
      .run(key, () => {
        started.push(name);
        return new Promise<void>(resolve => ends.push(resolve));
      })
      .catch(({ code, retryAfter }: { code: string; retryAfter: number }) =>
        refused.push(`${name} ${code} ${retryAfter}`),
      );
  const end = async () => {
    ends.shift()?.();
    await flushMicrotasks();
  };
  return { fair, started, refused, add, end };
}

async function flushMicrotasks(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
}

test('work runs up to the concurrency, and the next starts when one ends', async () => {
  const { started, add, end } = createQueue({ concurrency: 2 });
  for (const name of ['a', 'b', 'c', 'd']) void add(name);
  await flushMicrotasks();
  expect(started).toEqual(['a', 'b']);
  await end();
  expect(started).toEqual(['a', 'b', 'c']);
});

test('keys are served in turn, independent of the amount of their work', async () => {
  const { started, add, end } = createQueue();
  for (let count = 1; count <= 5; count++) void add('eve', `eve ${count}`);
  void add('ann');
  void add('ben');
  await flushMicrotasks();
  for (let count = 0; count < 6; count++) await end();
  expect(started).toEqual(['eve 1', 'eve 2', 'ann', 'ben', 'eve 3', 'eve 4', 'eve 5']);
});

test('waiting work is bounded per key and in total', async () => {
  const { refused, add } = createQueue({ maxWaiting: 3, maxWaitingPerKey: 1 });
  for (const key of ['a', 'b', 'b', 'c', 'd', 'e']) void add(key);
  await flushMicrotasks();
  expect(refused).toEqual(['b rate_limited 5', 'e rate_limited 5']);
});

test('in a full queue the key with the most work loses its last one to a new key', async () => {
  const { started, refused, add, end } = createQueue({ maxWaiting: 3 });
  for (let count = 1; count <= 5; count++) void add('eve', `eve ${count}`);
  void add('ann');
  await flushMicrotasks();
  expect(refused.toSorted()).toEqual(['eve 4 rate_limited 5', 'eve 5 rate_limited 5']);
  for (let count = 0; count < 3; count++) await end();
  expect(started).toEqual(['eve 1', 'eve 2', 'ann', 'eve 3']);
});

test('failed work frees its slot, too', async () => {
  const { fair, started, add } = createQueue();
  await expect(fair.run('eve', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  void add('ann');
  await flushMicrotasks();
  expect(started).toEqual(['ann']);
});

test('work in turns leaves each other key one turn, and keeps its place', async () => {
  const fair = new FairQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 20 });
  const order: string[] = [];
  const run = (key: string, turns: number) =>
    fair.runInTurns(key, async () => {
      order.push(key);
      await flushMicrotasks();
      return --turns === 0;
    });
  await Promise.all([run('eve', 3), run('eve', 3), run('eve', 3), run('ann', 2), run('ben', 1)]);
  expect(order.join(' ')).toBe('eve eve ann ben eve ann eve eve eve eve eve eve');
  expect(fair.waitingCount).toBe(0);
});

test('work that waits when its signal aborts never starts, and leaves its place to others', async () => {
  const { fair, started, refused, add, end } = createQueue({ maxWaiting: 2 });
  void add('ann');
  const ended = new AbortController();
  const waiting = fair.runInTurns('eve', async () => true, ended.signal);
  void add('ben');
  await flushMicrotasks();
  ended.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
  void add('cem');
  await flushMicrotasks();
  for (let count = 0; count < 3; count++) await end();
  expect(started).toEqual(['ann', 'ben', 'cem']);
  expect(refused).toEqual([]);
  expect(fair.waitingCount).toBe(0);
});

test('work in turns that fails leaves its turn to the next', async () => {
  const { fair, started, add, end } = createQueue();
  const failing = fair.runInTurns('eve', () => Promise.reject(new Error('broken')));
  void add('ann');
  await expect(failing).rejects.toThrow('broken');
  await flushMicrotasks();
  await end();
  expect(started).toEqual(['ann']);
});

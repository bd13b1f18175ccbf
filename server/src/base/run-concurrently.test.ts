import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runConcurrently } from './run-concurrently.ts';

test('all items run, at most so many at once, each in a lane of its own', async () => {
  const busy = new Set<number>();
  const done = new Set<number>();
  let most = 0;
  await runConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async (item, lane) => {
    expect(busy.has(lane)).toBe(false);
    busy.add(lane);
    most = Math.max(most, busy.size);
    await nextTurn();
    busy.delete(lane);
    done.add(item);
  });
  expect(done).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(most).toBe(3);
});

test('after an error, none begins, and the running ones end before the rejection', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const run = runConcurrently([1, 2, 3, 4, 5], 2, async item => {
    begun.push(item);
    await nextTurn();
    if (item === 1) throw new Error('the first');
    await nextTurn();
    ended.push(item);
  });
  await expect(run).rejects.toThrow('the first');
  expect([begun, ended]).toEqual([[1, 2], [2]]);
});

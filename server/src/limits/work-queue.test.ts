import { expect, test } from 'vitest';
import { WorkQueue } from './work-queue.ts';

test('works run in order, at most so many at once, also after a failure', async () => {
  const queue = new WorkQueue(2);
  const started: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const results = ends.map(({ promise }, index) =>
    queue.run(() => {
      started.push(index);
      return promise;
    }),
  );
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken'));
  await expect(results[1]).rejects.toThrow('broken');
  expect(started).toEqual([0, 1, 2]);
  for (const [index, { resolve }] of ends.entries()) resolve(index);
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual([0, 2, 3]);
});

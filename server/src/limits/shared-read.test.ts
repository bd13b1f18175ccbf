import { expect, test } from 'vitest';
import { SharedRead } from './shared-read.ts';

/** Each read waits until it is resolved. */
function createReads() {
  const reads: PromiseWithResolvers<number>[] = [];
  const shared = new SharedRead(() => {
    const read = Promise.withResolvers<number>();
    reads.push(read);
    return read.promise;
  });
  return { reads, shared };
}

test('requests during a read share the next one, which begins after them', async () => {
  const { reads, shared } = createReads();
  const first = shared.get();
  const others = [shared.get(), shared.get(), shared.get()];
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(reads).toHaveLength(2);
  const later = shared.get();
  reads[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  reads[2]?.resolve(3);
  expect(await later).toBe(3);
  expect(reads).toHaveLength(3);
});

test('a failed read fails for its own requests, and the next one begins anyway', async () => {
  const { reads, shared } = createReads();
  const [first, second] = [shared.get(), shared.get()];
  reads[0]?.reject(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  reads[1]?.resolve(2);
  expect(await second).toBe(2);
  void shared.get();
  expect(reads).toHaveLength(3);
});

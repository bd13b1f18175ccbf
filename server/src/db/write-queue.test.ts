import { expect, test } from 'vitest';
import type { WriteJob } from './store.ts';
import { MAX_BATCH_JOBS, WriteQueue } from './write-queue.ts';

interface Item {
  job: WriteJob & { input: number };
}

function createQueue(...uids: readonly string[]) {
  const queue = new WriteQueue<Item>();
  for (const [index, uid] of uids.entries())
    queue.add({ job: { mutation: 'write', caller: { uid }, input: index } });
  return queue;
}

function listInputs(batch: readonly Item[]): number[] {
  return batch.map(({ job }) => job.input);
}

test('a queue that fits into one batch keeps the order of arrival', () => {
  const queue = createQueue('eve', 'eve', 'ann', 'eve');
  expect(queue.isBatchFull).toBe(false);
  expect(listInputs(queue.takeBatch())).toEqual([0, 1, 2, 3]);
  expect(queue.size).toBe(0);
});

test("a person's change does not wait for the thousand changes that others queued before", () => {
  const floods = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? 'eve' : 'mallory'));
  const queue = createQueue(...floods, 'ann');
  expect(listInputs(queue.takeBatch())).toContain(1_000);
});

test("batches are bounded, contain every change once, and keep the order of each person's changes", () => {
  const uids = Array.from({ length: 1_000 }, (_, index) => `person ${index % 7}`);
  const queue = createQueue(...uids);
  const batches: number[][] = [];
  while (queue.size > 0) {
    expect(queue.isBatchFull).toBe(queue.size >= MAX_BATCH_JOBS);
    batches.push(listInputs(queue.takeBatch()));
  }
  for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(MAX_BATCH_JOBS);
  const inputs = batches.flat();
  expect(inputs.toSorted((a, b) => a - b)).toEqual([...uids.keys()]);
  for (let person = 0; person < 7; person++) {
    const own = inputs.filter(input => input % 7 === person);
    expect(own).toEqual(own.toSorted((a, b) => a - b));
  }
});

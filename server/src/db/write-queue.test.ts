import { expect, test } from 'vitest';
import type { WriteJob } from './store.ts';
import { MAX_BATCH_JOBS, MAX_LONG_ENTRIES, WriteQueue } from './write-queue.ts';

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

/** Names the changes `a1`, `a2`, ... of each person; an upper-case letter has a long one. */
function createMixedQueue(entries: number, ...names: readonly string[]) {
  const queue = new WriteQueue<{ job: WriteJob; name: string }>();
  for (const name of names) {
    const isLong = name.startsWith(name[0]?.toUpperCase() ?? '');
    const input = {
      roomId: 'a',
      ...(isLong && { reads: Object.fromEntries(Array.from({ length: entries }).entries()) }),
    };
    queue.add({ name, job: { mutation: 'write', caller: { uid: name.toLowerCase()[0] ?? '' }, input } });
  }
  return () => queue.takeBatch().map(({ name }) => name);
}

test('long changes share the batches with short ones a few at a time, in order, and a short one passes those of others', () => {
  const takeBatch = createMixedQueue(50, 'A1', 'B1', 'C1', 'D1', 'E1', 'd2', 'f1');
  expect(takeBatch()).toEqual(['A1', 'B1', 'f1']);
  expect(takeBatch()).toEqual(['C1', 'D1', 'd2']);
  expect(takeBatch()).toEqual(['E1']);
});

test('a change with more entries than a batch allows has its turn', () => {
  const takeBatch = createMixedQueue(MAX_LONG_ENTRIES + 1, 'A1', 'B1', 'c1', 'A2');
  expect([takeBatch(), takeBatch(), takeBatch()]).toEqual([['A1', 'c1'], ['B1'], ['A2']]);
});

test('lists and maps make a change long, texts do not', () => {
  const takeEach = (input: unknown) => {
    const queue = new WriteQueue<{ job: WriteJob }>();
    for (const uid of ['ann', 'ben', 'cleo'])
      queue.add({ job: { mutation: 'write', caller: { uid }, input } });
    return queue.takeBatch().length;
  };
  expect(takeEach({ uids: Array.from({ length: 100 }, String) })).toBe(1);
  expect(takeEach({ a: Array.from({ length: 60 }, String), b: { c: 1 } })).toBe(2);
  expect(takeEach({ text: 'x'.repeat(10_000), files: ['a', 'b'] })).toBe(3);
  expect(takeEach(undefined)).toBe(3);
});

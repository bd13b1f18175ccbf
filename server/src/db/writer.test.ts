import type { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { getRequestContext, runInRequest } from '../base/request-context.ts';
import type { Mutation, Publication } from './mutation.ts';
import type { WriteJob, WriteOutcome } from './store.ts';
import { Writer, type WriterOptions } from './writer.ts';

type Numbered = { write: Mutation<number, number> };

const CALLER = { uid: 'ann' };
const INTERNAL = { error: { code: 'internal', message: 'It broke' } } as const;
const EVENT: Publication = { topic: 'list', event: { type: 'heartbeat', rooms: {} } };

/** A writer with a fake store: each batch waits until the test resolves it. */
function createTestWriter(groupCommit?: WriterOptions['groupCommit']) {
  const batches: { inputs: unknown[]; done: PromiseWithResolvers<WriteOutcome[]> }[] = [];
  const log: unknown[] = [];
  const writer = new Writer<Numbered>({
    runBatch: jobs => {
      const done = Promise.withResolvers<WriteOutcome[]>();
      batches.push({ inputs: jobs.map(getInput), done });
      return done.promise;
    },
    onCommit: publications => log.push(['commit', ...publications]),
    onFailure: detail => log.push(['failure', detail]),
    ...(groupCommit && { groupCommit }),
  });
  const write = (input: number) =>
    writer.write('write', CALLER, input).then(
      output => log.push(['answer', output]),
      (error: CommandError) => log.push(['refusal', error.code]),
    );
  return { writer, write, batches, log };
}

function getInput(job: WriteJob): unknown {
  return 'sql' in job ? job.sql : job.input;
}

function outcomesOf(...outputs: number[]): WriteOutcome[] {
  return outputs.map(output => ({ output, publications: [EVENT] }));
}

test('changes of one turn of the event loop form one batch, in order', async () => {
  const { write, batches, log } = createTestWriter();
  const writes = [1, 2, 3].map(write);
  await expect.poll(() => batches.map(({ inputs }) => inputs)).toEqual([[1, 2, 3]]);
  expect(log).toEqual([]);
  batches[0]?.done.resolve(outcomesOf(1, 2, 3));
  await Promise.all(writes);
  expect(batches).toHaveLength(1);
});

test('a change that arrives while a batch is stored joins the next one', async () => {
  const { write, batches } = createTestWriter();
  const writes = [write(1)];
  await expect.poll(() => batches).toHaveLength(1);
  writes.push(write(2), write(3));
  await new Promise(setImmediate);
  writes.push(write(4));
  expect(batches).toHaveLength(1);
  batches[0]?.done.resolve(outcomesOf(1));
  await expect.poll(() => batches[1]?.inputs).toEqual([2, 3, 4]);
  batches[1]?.done.resolve(outcomesOf(2, 3, 4));
  await Promise.all(writes);
});

test('a change that arrives during the delay before a batch joins it', async () => {
  const rests: PromiseWithResolvers<void>[] = [];
  const begun: number[] = [];
  const commitDelay = () => {
    const one = Promise.withResolvers<void>();
    rests.push(one);
    return one.promise;
  };
  const { write, batches } = createTestWriter({ commitDelay, onBatchStart: jobs => begun.push(jobs.length) });
  const writes = [write(1)];
  await expect.poll(() => rests).toHaveLength(1);
  writes.push(write(2));
  expect(batches).toEqual([]);
  rests[0]?.resolve();
  await expect.poll(() => batches.map(({ inputs }) => inputs)).toEqual([[1, 2]]);
  expect(begun).toEqual([2]);
  batches[0]?.done.resolve(outcomesOf(1, 2));
  await Promise.all(writes);
});

test('M1 L2 results and events wait until the batch is stored, and each change is published before its result', async () => {
  const { write, batches, log } = createTestWriter();
  const writes = [write(1), write(2)];
  await expect.poll(() => batches).toHaveLength(1);
  expect(log).toEqual([]);
  batches[0]?.done.resolve(outcomesOf(1, 2));
  await Promise.all(writes);
  expect(log).toEqual([
    ['commit', EVENT],
    ['commit', EVENT],
    ['answer', 1],
    ['answer', 2],
  ]);
});

test('M5 a rejected change is rejected alone, and publishes nothing', async () => {
  const { write, batches, log } = createTestWriter();
  const writes = [write(1), write(2)];
  await expect.poll(() => batches).toHaveLength(1);
  batches[0]?.done.resolve([{ error: { code: 'id_taken', message: 'Taken' } }, ...outcomesOf(2)]);
  await Promise.all(writes);
  expect(log).toEqual([
    ['commit', EVENT],
    ['refusal', 'id_taken'],
    ['answer', 2],
  ]);
});

test('M4 if a batch fails, all its changes are unavailable, and the next batch runs normally', async () => {
  const { write, batches, log } = createTestWriter();
  const failed = [write(1), write(2)];
  await expect.poll(() => batches).toHaveLength(1);
  batches[0]?.done.reject(new Error('the disk is gone'));
  await Promise.all(failed);
  expect(log).toEqual([
    ['failure', 'Error: the disk is gone'],
    ['failure', 'Error: the disk is gone'],
    ['refusal', 'unavailable'],
    ['refusal', 'unavailable'],
  ]);
  const next = write(3);
  await expect.poll(() => batches).toHaveLength(2);
  batches[1]?.done.resolve(outcomesOf(3));
  await next;
  expect(log.at(-1)).toEqual(['answer', 3]);
});

test('a change without an outcome does not count as stored', async () => {
  const { write, batches, log } = createTestWriter();
  const writes = [write(1), write(2)];
  await expect.poll(() => batches).toHaveLength(1);
  batches[0]?.done.resolve(outcomesOf(1));
  await Promise.all(writes);
  expect(log).toContainEqual(['refusal', 'internal']);
});

test('H4 the writer is idle when all pending writes are stored', async () => {
  const { writer, write, batches, log } = createTestWriter();
  await writer.whenIdle();
  void write(1);
  const idle = writer.whenIdle().then(() => log.push('idle'));
  await expect.poll(() => batches).toHaveLength(1);
  void write(2);
  batches[0]?.done.resolve(outcomesOf(1));
  await expect.poll(() => batches).toHaveLength(2);
  expect(log).not.toContain('idle');
  batches[1]?.done.resolve(outcomesOf(2));
  await idle;
  expect(log.filter(entry => Array.isArray(entry) && entry[0] === 'commit')).toHaveLength(2);
});

test('a statement of the accounts library uses the same path', async () => {
  const { writer, batches } = createTestWriter();
  const answer = writer.query('delete from "sessions"', []);
  await expect.poll(() => batches[0]?.inputs).toEqual(['delete from "sessions"']);
  batches[0]?.done.resolve([{ output: { rows: [] }, publications: [] }]);
  expect(await answer).toEqual({ rows: [] });
});

test('E8 a failure is reported in the context of its own request, and a commit in none', async () => {
  const seen: unknown[] = [];
  const note = (what: string) => seen.push([what, getRequestContext()?.id]);
  const writer = new Writer<Numbered>({
    runBatch: async jobs =>
      jobs.map(job =>
        getInput(job) === 1 ? { output: 1, publications: [EVENT] } : { ...INTERNAL, detail: 'no such table' },
      ),
    onCommit: () => note('commit'),
    onFailure: () => note('failure'),
  });
  const write = (input: number, id: string) =>
    runInRequest({ id }, () => writer.write('write', CALLER, input).catch(() => note('refusal')));
  await Promise.all([write(1, 'first'), write(2, 'second'), write(3, 'third')]);
  expect(seen).toEqual([
    ['commit', undefined],
    ['failure', 'second'],
    ['failure', 'third'],
    ['refusal', 'second'],
    ['refusal', 'third'],
  ]);
});

import { expect, test } from 'vitest';
import { MUTATIONS, type SnugMutations } from '../../commands/mutations.ts';
import { Writer } from '../../db/writer.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { connectAgain, NOW, runBatch, temporaryDatabase } from '../../testing/database.ts';
import { createTestMetrics } from '../../testing/metrics.ts';
import { type JobDefinition, JobRunner } from './job-runner.ts';
import { LEASE_MS } from './jobs.ts';

const INTERVAL_MS = 600_000;
const RETRY_MS = 60_000;

/** One database with a fixed clock, shared by several processes. */
async function createTestRunner(metrics?: Metrics) {
  const database = await temporaryDatabase();
  const { db } = database;
  const clock = { now: NOW };
  const failures: unknown[] = [];
  const log: string[] = [];
  /** A process with a database connection of its own. Its job has four parts; `meanwhile` runs in each part. */
  const aProcess = async (
    name: string,
    meanwhile: (part: string) => Promise<void> | void = () => {},
    others: readonly JobDefinition[] = [],
  ) => {
    const own = await connectAgain(database);
    const onFailure = (error: unknown) => void failures.push(error);
    const writer = new Writer<SnugMutations>({
      runBatch: jobs => runBatch(own, MUTATIONS, jobs, () => clock.now),
      onCommit: () => {},
      onFailure,
    });
    const count: JobDefinition = {
      kind: 'count',
      intervalMs: INTERVAL_MS,
      async step(cursor = '0') {
        log.push(`${name} ${cursor}`);
        await meanwhile(cursor);
        return cursor === '3' ? undefined : String(Number(cursor) + 1);
      },
    };
    const looks: (() => void)[] = [];
    const runner = new JobRunner({
      kinds: [count, ...others],
      read: own,
      writer,
      now: () => clock.now,
      repeat: run => {
        looks.push(run);
        return () => {};
      },
      metrics,
      onFailure,
    });
    return { runner, writer, looks };
  };
  const due = async () =>
    (await aProcess('nobody')).writer.write('schedule_jobs', { uid: '' }, { kinds: ['count'] });
  await due();
  return { db, clock, failures, log, aProcess };
}

test('a due job runs part by part, and again after its interval', async () => {
  const { db, clock, log, aProcess } = await createTestRunner();
  const { runner } = await aProcess('A');
  await runner.poll();
  expect(log).toEqual(['A 0', 'A 1', 'A 2', 'A 3']);
  const rows = await db.selectFrom('jobs').select(['cursor', 'dueAt', 'owner', 'until']).execute();
  expect(rows).toEqual([{ cursor: null, dueAt: NOW + INTERVAL_MS, owner: null, until: null }]);
  clock.now += INTERVAL_MS - 1;
  await runner.poll();
  expect(log).toHaveLength(4);
  clock.now += 1;
  await runner.poll();
  expect(log).toHaveLength(8);
});

test('of two processes that poll at once, one runs the job', async () => {
  const { failures, log, aProcess } = await createTestRunner();
  const runners = (await Promise.all(['A', 'B'].map(name => aProcess(name)))).map(({ runner }) => runner);
  await Promise.all(runners.map(runner => runner.poll()));
  expect(log.map(line => line.slice(2))).toEqual(['0', '1', '2', '3']);
  expect(failures).toEqual([]);
});

test('a hanging process keeps its job until the lease ends; another one continues, and the first one stops', async () => {
  const { clock, log, aProcess } = await createTestRunner();
  const hanging = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const a = await aProcess('A', part => {
    if (part !== '2') return undefined;
    reached.resolve();
    return hanging.promise;
  });
  const b = await aProcess('B');
  const running = a.runner.poll();
  await reached.promise;
  clock.now += LEASE_MS - 1;
  await b.runner.poll();
  expect(log).toEqual(['A 0', 'A 1', 'A 2']);
  clock.now += 1;
  await b.runner.poll();
  expect(log.slice(3)).toEqual(['B 2', 'B 3']);
  hanging.resolve();
  await running;
  expect(log).toHaveLength(5);
});

test('each part renews the lease', async () => {
  const { clock, log, aProcess } = await createTestRunner();
  const b = await aProcess('B');
  const a = await aProcess('A', async () => {
    clock.now += LEASE_MS - 1;
    await b.runner.poll();
  });
  await a.runner.poll();
  expect(log).toEqual(['A 0', 'A 1', 'A 2', 'A 3']);
});

test('a job with much to do lets others that are due go first after 10 s, and continues', async () => {
  const { clock, log, aProcess } = await createTestRunner();
  const short: JobDefinition = {
    kind: 'short',
    intervalMs: INTERVAL_MS,
    async step() {
      log.push('short');
      return undefined;
    },
  };
  const a = await aProcess(
    'A',
    async part => {
      if (part === '0') await a.writer.write('schedule_jobs', { uid: '' }, { kinds: ['short'] });
      clock.now += part === '1' ? 9_000 : 1_000;
    },
    [short],
  );
  await a.runner.poll();
  expect(log).toEqual(['A 0', 'A 1', 'short', 'A 2', 'A 3']);
});

test('a failed part is retried later, by any process', async () => {
  const { clock, failures, log, aProcess } = await createTestRunner();
  const a = await aProcess('A', part => {
    if (part === '1') throw new Error('out of order');
  });
  const b = await aProcess('B');
  await a.runner.poll();
  await b.runner.poll();
  expect([failures, log]).toEqual([[new Error('out of order')], ['A 0', 'A 1']]);
  clock.now += RETRY_MS;
  await b.runner.poll();
  expect(log.slice(2)).toEqual(['B 1', 'B 2', 'B 3']);
});

test('runs count once, by their outcome', async () => {
  const { metrics, read } = await createTestMetrics();
  const { clock, aProcess } = await createTestRunner(metrics);
  let isBroken = true;
  const { runner } = await aProcess('A', () => {
    if (isBroken) throw new Error('out of order');
  });
  await runner.poll();
  expect(await read('snug_job_runs_total')).toEqual(['{kind="count",outcome="failed"} 1']);
  isBroken = false;
  for (const delay of [RETRY_MS, INTERVAL_MS]) {
    clock.now += delay;
    await runner.poll();
  }
  expect(await read('snug_job_runs_total')).toEqual([
    '{kind="count",outcome="failed"} 1',
    '{kind="count",outcome="ok"} 2',
  ]);
});

test('a stopping process ends its part, and another one continues immediately', async () => {
  const { log, aProcess } = await createTestRunner();
  let stopping: Promise<void> | undefined;
  const a = await aProcess('A', part => {
    if (part === '1') stopping = a.runner.stop();
  });
  await a.runner.poll();
  await stopping;
  await a.runner.poll();
  await (await aProcess('B')).runner.poll();
  expect(log).toEqual(['A 0', 'A 1', 'B 2', 'B 3']);
});

test('a start makes jobs due, and every later poll runs due jobs', async () => {
  const { db, clock, log, aProcess } = await createTestRunner();
  await (await aProcess('A')).runner.poll();
  const { runner, looks } = await aProcess('B');
  runner.start();
  await expect.poll(() => log.length).toBe(8);
  await runner.poll();
  clock.now += INTERVAL_MS;
  for (const look of looks) look();
  await runner.poll();
  expect(log).toHaveLength(12);
  expect(await db.selectFrom('jobs').select('kind').execute()).toHaveLength(1);
});

test('a job of an unknown kind is skipped', async () => {
  const { db, clock, log, aProcess } = await createTestRunner();
  await db
    .insertInto('jobs')
    .values({ id: 'x', kind: 'newer', key: '', cursor: null, dueAt: NOW - 1, owner: null, until: null })
    .execute();
  await (await aProcess('A')).runner.poll();
  expect(log).toHaveLength(4);
  clock.now += 1;
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', 'x').executeTakeFirst();
  expect(row).toMatchObject({ dueAt: NOW - 1, owner: null });
});

test('a job whose last run failed is listed with its time, until a run of this process succeeds', async () => {
  const { clock, failures, aProcess } = await createTestRunner();
  let isBroken = true;
  const { runner } = await aProcess('A', part => {
    if (isBroken && part === '2') throw new Error('broken');
  });
  const other = await aProcess('B');
  expect(runner.listFailed()).toEqual([]);
  await runner.poll();
  expect(failures).toHaveLength(1);
  expect(runner.listFailed()).toEqual([{ kind: 'count', at: NOW }]);
  expect(other.runner.listFailed(), 'each process lists its own').toEqual([]);
  clock.now += RETRY_MS - 1;
  await runner.poll();
  expect(failures, 'not due yet').toHaveLength(1);
  clock.now += 1;
  await runner.poll();
  expect(runner.listFailed()).toEqual([{ kind: 'count', at: NOW + RETRY_MS }]);
  isBroken = false;
  clock.now += RETRY_MS;
  await runner.poll();
  expect(runner.listFailed()).toEqual([]);
});

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@snug/server/db/open.ts';
import { Random } from '@snug/testkit/random.ts';
import type { ProcessOptions } from '@snug/testkit/server-process.ts';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import { type Evidence, findProblems } from './check/check.ts';
import { recordFigures } from './figures.ts';
import { startTestLoad, startTestServer } from './fixtures.ts';
import { createMutantOptions } from './mutants/mutant-options.ts';
import { HAS_DETAILS, IS_FULL, SEED } from './seed.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { Strace, straceProblem } from './strace.ts';
import { findMessageIds, isSocketWrite, TRACED_CALLS, toTraceSteps } from './sync-trace.ts';
import { readSystemCalls, type SystemCall } from './system-calls.ts';

const MESSAGES = IS_FULL ? 1_500 : 100;
const CUT_COUNT = IS_FULL ? 100 : 15;

interface Trace {
  evidence: Evidence;
  calls: SystemCall[];
  /** A copy of the database before the load. */
  base: string;
  messageIds: Set<string>;
}

/** The system calls of a server under load. */
async function traceLoad({ skip }: TestContext, options: ProcessOptions = {}): Promise<Trace> {
  const problem = straceProblem();
  skip(problem !== undefined, problem);
  const base = mkdtempSync(join(tmpdir(), 'snug-trace-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const server = await startTestServer(options);
  const log = join(base, 'log');
  const strace = await Strace.attach(server.pid, { trace: TRACED_CALLS, log });
  for (const file of ['snug.db', 'snug.db-wal']) cpSync(join(server.data, file), join(base, file));
  const load = await startTestLoad(server, { writers: 6, readers: 1, rooms: 2, pauseMs: 10 });
  await load.waitForResults(MESSAGES);
  await load.finish();
  await strace.detach();
  const calls = readSystemCalls(log);
  const messageIds = new Set(load.journal.getOperations('send_message').map(({ input }) => input.id ?? ''));
  const evidence = { ...load.getEvidence(server.data), trace: toTraceSteps(calls, messageIds) };
  return { evidence, calls, base, messageIds };
}

/** The messages that were published before a power cut, and are missing after it. */
async function findLostMessages({ calls, base, messageIds }: Trace, random: Random): Promise<string[]> {
  const moments = new Set(Array.from({ length: CUT_COUNT }, () => random.below(calls.length)));
  const disk = new SimulatedDisk(base);
  const published = new Set<string>();
  const lost = new Set<string>();
  for (const [index, call] of calls.entries()) {
    disk.apply(call);
    if (isSocketWrite(call)) for (const id of findMessageIds(call, messageIds)) published.add(id);
    if (!moments.has(index)) continue;
    for (const part of [undefined, random]) {
      disk.cutPower(base, part);
      const stored = await readIds(base);
      for (const id of published) if (!stored.has(id)) lost.add(id);
    }
  }
  return [...lost];
}

/** The message ids after a restart. */
async function readIds(folder: string): Promise<Set<string>> {
  rmSync(join(folder, 'snug.db-shm'), { force: true });
  const db = openDatabase(folder);
  const rows = await db.selectFrom('messages').select('id').execute();
  await db.destroy();
  return new Set(rows.map(({ id }) => id));
}

test('M1 each message is synced to disk before it is published, and no power cut loses it', async context => {
  const trace = await traceLoad(context);
  const { problems } = await findProblems(trace.evidence);
  expect(problems).toEqual([]);
  const published = trace.evidence.trace?.filter(({ did }) => did === 'acknowledge').length;
  expect(published).toBeGreaterThan(MESSAGES / 2);
  expect(await findLostMessages(trace, new Random(SEED))).toEqual([]);
  recordFigures(context, {
    'system calls': trace.calls.length,
    messages: trace.messageIds.size,
    'power cuts': 2 * CUT_COUNT,
  });
});

test.runIf(HAS_DETAILS)(
  'the checker and power cuts detect a log without a sync at each commit',
  async context => {
    const trace = await traceLoad(context, createMutantOptions('a log that is not synced'));
    const { problems } = await findProblems(trace.evidence);
    expect(new Set(problems.map(({ fault }) => fault))).toEqual(new Set(['acknowledged before the sync']));
    const lost = await findLostMessages(trace, new Random(SEED));
    expect(lost.length).toBeGreaterThan(0);
    recordFigures(context, { 'found lost': lost.length });
  },
);

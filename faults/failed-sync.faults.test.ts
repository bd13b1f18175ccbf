import { withDatabase } from '@snug/server/testing/database.ts';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import { sql } from 'kysely';
import { expect, type TestContext, test } from 'vitest';
import { finishAndCheck, getParticipant, startTestLoad, startTestServer } from './fixtures.ts';
import { onlyActions } from './load/actions/actions.ts';
import type { Load } from './load/load.ts';
import { HAS_DETAILS, IS_FULL } from './seed.ts';
import { Strace, straceProblem } from './strace.ts';
import { WriteProbe } from './write-probe.ts';

const SYNCS = ['fsync', 'fdatasync'];
const FAILING = { trace: SYNCS, inject: 'error=EIO' };
const ROUNDS = IS_FULL ? 8 : 1;

/** Changes that remove no text: the server removes others from the log, and ends if the sync fails then. */
const ONLY_ADDING = onlyActions('send', 'mention', 'reply', 'resend', 'react', 'read');

function skipWithoutStrace({ skip }: TestContext): void {
  const problem = straceProblem();
  skip(problem !== undefined, problem);
}

/** Far from the length that causes a checkpoint, in pages. */
const SHORT_LOG = 300;

async function waitForShortLog({ data }: ServerProcess): Promise<void> {
  await withDatabase(data, db =>
    until('the log is short', async () => {
      const { rows } = await sql<{ log: number }>`pragma wal_checkpoint(noop)`.execute(db);
      return (rows[0]?.log ?? 0) < SHORT_LOG;
    }),
  );
}

/** Only messages count: other changes need no sync if they change nothing. */
function countAcknowledged({ journal }: Load): number {
  return journal.getOperations('send_message').filter(({ outcome }) => outcome === 'acknowledged').length;
}

test('M1 M4 while syncs fail nothing is acknowledged, and afterwards everything once, without a restart', async context => {
  skipWithoutStrace(context);
  const server = await startTestServer();
  const { pid } = server;
  const load = await startTestLoad(server, { writers: 9, readers: 2, pauseMs: 50, actions: ONLY_ADDING });
  const probe = new WriteProbe(getParticipant(server, 29), load);
  for (let round = 0; round < ROUNDS; round++) {
    await load.waitForResults(60);
    await waitForShortLog(server);
    const strace = await Strace.attach(server.pid, FAILING);
    await probe.waitUntilRefused(2);
    const before = countAcknowledged(load);
    await probe.waitUntilRefused(20);
    expect(countAcknowledged(load)).toBe(before);
    await probe.request('get_messages', { roomId: load.roomIds[0] });
    await strace.detach();
    await probe.waitUntilSent();
  }
  expect(server.pid).toBe(pid);
  const { messages } = await finishAndCheck(load, server);
  expect(messages).toBeGreaterThan(0);
});

test.runIf(IS_FULL)(
  'M1 M2 a server that is killed while syncs fail stores unacknowledged messages once or not at all',
  async context => {
    skipWithoutStrace(context);
    const server = await startTestServer();
    const load = await startTestLoad(server, { writers: 9, readers: 2, pauseMs: 50 });
    const probe = new WriteProbe(getParticipant(server, 29), load);
    for (let round = 0; round < ROUNDS; round++) {
      await load.waitForResults(60);
      const strace = await Strace.attach(server.pid, FAILING);
      await probe.waitUntilRefused(5);
      await server.kill();
      await strace.detach();
      await server.start();
      load.wake();
      await probe.waitUntilSent();
    }
    const { messages } = await finishAndCheck(load, server);
    expect(messages).toBeGreaterThan(0);
  },
);

test.runIf(HAS_DETAILS)(
  'M1 if the sync of a checkpoint fails the server exits, and its next start loses nothing',
  async context => {
    skipWithoutStrace(context);
    const server = await startTestServer();
    const load = await startTestLoad(server, { writers: 9, readers: 2, pauseMs: 20 });
    await load.waitForResults(60);
    await Strace.attach(server.pid, { ...FAILING, path: `${server.data}/snug.db` });
    await until('the server ended', () => !server.isRunning);
    expect(await server.end('SIGKILL')).toBe(1);
    await server.start();
    load.wake();
    await load.waitForResults(60);
    const { messages } = await finishAndCheck(load, server);
    expect(messages).toBeGreaterThan(0);
  },
);

test.runIf(IS_FULL)('M1 a start whose sync fails reports it in one line', async context => {
  skipWithoutStrace(context);
  const server = await startTestServer();
  const load = await startTestLoad(server, { writers: 3, readers: 1 });
  await load.waitForResults(20);
  await server.kill();
  const words = [
    'strace',
    '-D',
    '-f',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync',
    '-e',
    'inject=fsync:error=EIO',
  ];
  const start = server.start({ prefix: words });
  await expect(start).rejects.toThrow(
    /Snug cannot run\. The database \S+ cannot be written to \(disk I\/O error\)\.\n$/,
  );
  await server.start();
  load.wake();
  const { messages } = await finishAndCheck(load, server);
  expect(messages).toBeGreaterThan(0);
});

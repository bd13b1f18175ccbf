import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import { GroupCommit } from '@snug/server/db/group-commit.ts';
import { openStore } from '@snug/server/db/open.ts';
import type { Store } from '@snug/server/db/store.ts';
import { Writer } from '@snug/server/db/writer.ts';
import { newId } from '@snug/server/ids.ts';
import { populate } from '@snug/server/seed/bulk.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { getProcUnavailableReason, readCpuMs } from '@snug/testkit/process-stats.ts';
import { Random } from '@snug/testkit/random.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import type { Measurement, Round, Row } from './measurement.ts';

const ROOMS = 100;
const PEOPLE = 1_000;
const SENDERS = [1, 20, 200];
const ROUND_MS = 4_000;
const WARM_UP_MS = 1_000;
const TEXT = 'A message of the usual length, more or less. '.repeat(5).slice(0, 200);

/** Sends that are stored and synced by each engine, with all processes on the same cores, without sockets. */
export const engines: Measurement = {
  name: 'engines',
  title:
    'Durable sends to 100 rooms by each engine, without sockets: the writer alone, and the database beside it',
  goals: [{ figure: 'a second', of: 'PostgreSQL, 200 at once', atLeast: 8_000 }],
  async run(round) {
    const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
    const database = await PostgresServer.start({ durable: true });
    try {
      const databaseUrl = await database.createDatabase();
      return [
        ...(await measureEngine('SQLite', { data: join(folder, 'sqlite') }, round, () => 0)),
        ...(await measureEngine('PostgreSQL', { data: join(folder, 'postgres'), databaseUrl }, round, () =>
          readFamilyCpuMs(database.pid),
        )),
      ];
    } finally {
      await database.remove();
      rmSync(folder, { recursive: true });
    }
  },
};

async function measureEngine(
  name: string,
  settings: { data: string; databaseUrl?: string },
  { quick }: Round,
  readDatabaseCpuMs: () => number,
): Promise<Row[]> {
  const uids: string[] = [];
  const { store } = await openStore({
    ...settings,
    onFatalError: throwFailure,
    prepare: async db => {
      uids.push(...(await populate(db, { users: PEOPLE, rooms: ROOMS, messages: 0 }, () => {})));
    },
  });
  const send = await createSender(store, uids);
  const rows: Row[] = [];
  for (const senders of quick ? [1] : SENDERS) {
    await runSenders(senders, send, quick ? 100 : WARM_UP_MS);
    const before = { own: process.cpuUsage(), database: readDatabaseCpuMs(), at: performance.now() };
    const waits = await runSenders(senders, send, quick ? 100 : ROUND_MS);
    const own = process.cpuUsage(before.own);
    const perSend = (ms: number) => (ms * 1_000) / waits.length;
    const figures = {
      'a second': (waits.length / (performance.now() - before.at)) * 1_000,
      'p50, ms': getQuantile(waits, 0.5),
      'p99, ms': getQuantile(waits, 0.99),
      'µs a send, Snug': perSend((own.user + own.system) / 1_000),
      'µs a send, database': perSend(readDatabaseCpuMs() - before.database),
    };
    rows.push({ of: `${name}, ${senders} at once`, figures });
  }
  await store.close();
  return rows;
}

async function createSender(
  store: Store,
  uids: readonly string[],
): Promise<(sender: number) => Promise<unknown>> {
  const rooms = await store.read.selectFrom('rooms').select('id').execute();
  const random = new Random(1);
  const writer = new Writer<SnugMutations>({
    runBatch: store.runBatch,
    onCommit: () => {},
    onFailure: throwFailure,
    groupCommit: new GroupCommit({ now: () => performance.now(), setTimer: setTimeout }),
  });
  const send = (sender: number, roomId = '') => {
    const uid = uids[sender % uids.length] ?? '';
    return writer.write('send_message', { uid }, { id: newId(), roomId, text: TEXT });
  };
  // The first message of a room after a start costs more.
  await Promise.all(rooms.map(({ id }, index) => send(index, id)));
  return sender => send(sender, rooms[random.below(rooms.length)]?.id);
}

/** Returns the duration of each send, ms. */
async function runSenders(
  count: number,
  send: (sender: number) => Promise<unknown>,
  durationMs: number,
): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + durationMs;
  const runSender = async (sender: number) => {
    while (performance.now() < until) {
      const started = performance.now();
      await send(sender);
      waits.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, sender) => runSender(sender)));
  return waits;
}

/** The CPU time of a process and its children, in ms. */
function readFamilyCpuMs(pid: number): number {
  if (getProcUnavailableReason()) return Number.NaN;
  const isChild = (other: string) => {
    try {
      return readFileSync(`/proc/${other}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
    } catch {
      return false;
    }
  };
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && isChild(name));
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readCpuMs(one), 0);
}

function throwFailure(error: unknown): never {
  throw new Error('a store failed', { cause: error });
}

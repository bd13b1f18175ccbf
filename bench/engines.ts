import { setTimeout as wait } from 'node:timers/promises';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { watchCpuUsage } from './load/cpu-usage.ts';
import { runLoadProcess } from './load/load-process.ts';
import type { LoadReport } from './load/plan.ts';
import { ReturningCrowd } from './load/reconnects.ts';
import type { Seat } from './load/seat.ts';
import type { Figures, Measurement, Round, Row } from './measurement.ts';
import { type NodesOptions, type SnugNodes, startNodes } from './targets/snug-nodes.ts';
import type { LoadPopulation } from './targets/target.ts';

const POPULATION: LoadPopulation = { rooms: 100, people: 2_000, isSubscribed: false };
/** Who send again after each result. */
const SENDERS = 400;
const RATE = 8_000;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 3_000;
/** After this time without a connection, a person is offline. */
const OFFLINE_AFTER_MS = 6_000;

const SQLITE = 'SQLite';
const ONE_NODE = 'PostgreSQL, 1 node';

/** The same work on each engine and on several nodes. All processes share all cores: nodes, database and load. */
export const engines: Measurement = {
  name: 'engines',
  title:
    'Durable sends to 100 rooms, the CPU time of a send, and returning clients: on SQLite, and by nodes on PostgreSQL',
  rounds: 3,
  goals: [
    { figure: 'sends/s', of: ONE_NODE, atLeast: 8_000 },
    ...[2, 3].map(count => ({
      figure: 'sends/s',
      of: toName(count),
      atLeast: 0.6,
      timesOf: ONE_NODE,
    })),
    { figure: 'µs a send of 8,000/s', of: ONE_NODE, atMost: 1.2, timesOf: SQLITE },
    { figure: 'with the database, of 8,000/s', of: ONE_NODE, atMost: 2.5, timesOf: SQLITE },
    { figure: 'returns/s', of: ONE_NODE, atLeast: 0.7, timesOf: SQLITE },
  ],
  async run(round) {
    const postgres = await PostgresServer.start({ durable: true });
    try {
      return [
        await measureNodes(SQLITE, { count: 1 }, round),
        await measureNodes(ONE_NODE, { count: 1, postgres }, round),
        await measureNodes(toName(2), { count: 2, postgres }, round),
        await measureNodes(toName(3), { count: 3, postgres }, round),
      ];
    } finally {
      await postgres.remove();
    }
  },
};

function toName(count: number): string {
  return `PostgreSQL, ${count} nodes`;
}

async function measureNodes(name: string, options: NodesOptions, { quick }: Round): Promise<Row> {
  const people = quick ? 200 : POPULATION.people;
  const nodes = await startNodes({ ...POPULATION, people }, options);
  try {
    const senders = nodes.seats.slice(0, SENDERS);
    const most = await runLoad(nodes, senders, quick);
    const figures = {
      'sends/s': most.results / most.seconds,
      'load, % of a core': most.busy * 100,
      ...toCosts(most, 'at most'),
    };
    if (options.count > 1) return { of: name, figures };
    const half = await runLoad(nodes, senders, quick, Math.floor(most.results / most.seconds / 2));
    const steady = await runLoad(nodes, nodes.seats, quick, RATE);
    const steadyFigures = {
      'p50 at half, ms': half.result.p50,
      'p99 at half, ms': half.result.p99,
      'of 8,000 sends/s': steady.results / steady.seconds,
      'p50, ms': steady.result.p50,
      'p99, ms': steady.result.p99,
      ...toCosts(steady, 'of 8,000/s'),
    };
    const storage = await measureStorage(nodes.databaseUrl);
    const returns = await measureReturn(nodes.seats, quick);
    return { of: name, figures: { ...figures, ...steadyFigures, ...storage, ...returns } };
  } finally {
    await nodes.stop();
  }
}

function runLoad(
  { pids, databasePid }: SnugNodes,
  seats: Seat[],
  quick: boolean,
  rate?: number,
): Promise<LoadReport> {
  const plan = {
    dialect: 'snug' as const,
    port: 0,
    pids,
    ...(databasePid !== undefined && { databasePid }),
    seats,
    ...(rate !== undefined && { rate }),
    warmUpMs: quick ? 200 : WARM_UP_MS,
    measureMs: quick ? 300 : MEASURE_MS,
  };
  return runLoadProcess(plan, []);
}

/** The CPU time of a send on the nodes, and with the database. */
function toCosts({ results, serverUse }: LoadReport, rate: string): Figures {
  if (!serverUse) return {};
  const perSend = (ms: number) => (ms * 1_000) / results;
  return {
    [`µs a send ${rate}`]: perSend(serverUse.cpuMs),
    [`with the database, ${rate}`]: perSend(serverUse.cpuMs + serverUse.databaseCpuMs),
  };
}

/** The disk space of a message with its indexes. */
async function measureStorage(databaseUrl: string | undefined): Promise<Figures> {
  if (databaseUrl === undefined) return {};
  const [row] = await runStatement<{ bytes: number }>(
    databaseUrl,
    `select pg_total_relation_size('messages')::float / count(*) as "bytes" from "messages"`,
  );
  return { 'bytes a message': row?.bytes ?? Number.NaN };
}

/** From the first attempt to connect until the last client has its list and its room. */
async function measureReturn(seats: readonly Seat[], quick: boolean): Promise<Figures> {
  const crowd = new ReturningCrowd(seats);
  await crowd.connect();
  crowd.disconnect();
  await wait(quick ? 0 : OFFLINE_AFTER_MS);
  const readBusy = watchCpuUsage();
  const ms = await crowd.connect();
  const busy = readBusy();
  crowd.disconnect();
  return { 'returns/s': (seats.length / ms) * 1_000, 'its load, % of a core': busy * 100 };
}

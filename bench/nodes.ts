import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { runLoadProcess } from './load/load-process.ts';
import type { Measurement, Round, Row } from './measurement.ts';
import { startNodes } from './targets/snug-nodes.ts';

const ROOMS = 100;
const READERS_PER_ROOM = 10;
const RATE = 1_000;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 4_000;

/** The delays of messages between nodes. All processes share all cores: nodes, database and load. */
export const nodes: Measurement = {
  name: 'nodes',
  title: 'From a send to its readers in 100 rooms of 10, 1,000 messages a second, readers on all nodes',
  goals: [2, 3].flatMap(count => [
    { figure: 'p50, ms', of: toName(count), atMost: 15 },
    { figure: 'p99, ms', of: toName(count), atMost: 40 },
    { figure: 'lost', of: toName(count), atMost: 0 },
  ]),
  async run(round) {
    const postgres = await PostgresServer.start({ durable: true });
    try {
      const rows: Row[] = [];
      for (const count of [1, 2, 3]) rows.push(await measure(count, postgres, round));
      return rows;
    } finally {
      await postgres.remove();
    }
  },
};

function toName(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}

async function measure(count: number, postgres: PostgresServer, { quick }: Round): Promise<Row> {
  const population = { rooms: ROOMS, people: ROOMS * READERS_PER_ROOM, isSubscribed: true };
  const { stop, ...running } = await startNodes(population, { count, postgres });
  try {
    const times = { warmUpMs: quick ? 200 : WARM_UP_MS, measureMs: quick ? 300 : MEASURE_MS };
    const plan = { dialect: 'snug' as const, port: 0, ...running, rate: RATE, ...times };
    const { delivery, lost, repeated, busy } = await runLoadProcess(plan, []);
    const figures = { 'p50, ms': delivery.p50, 'p99, ms': delivery.p99, lost, repeated };
    return { of: toName(count), figures: { ...figures, 'load, % of a core': busy * 100 } };
  } finally {
    await stop();
  }
}

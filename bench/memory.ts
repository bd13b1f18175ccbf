import { setTimeout as wait } from 'node:timers/promises';
import { readMemory } from '@snug/testkit/process-stats.ts';
import { connectAll } from './load/client-pool.ts';
import { LoadCounters } from './load/load-counters.ts';
import type { Measurement, Row } from './measurement.ts';
import { NODE_TARGETS } from './targets/all.ts';
import type { RunningTarget, Target } from './targets/target.ts';

const CONNECTIONS = 5_000;
const ROOMS = 5;
/** They connect first, so that one-time allocations do not count. */
const WARM_UP_CONNECTIONS = 200;
/** Longer than a heartbeat interval of the server. */
const IDLE_MS = 12_000;

/** B4: the memory of an idle connection with an open room. */
export const memory: Measurement = {
  name: 'memory',
  title: 'B4 Memory: 5,000 idle people with a room open',
  goals: [
    { figure: 'KB a connection', atMost: 12 },
    { figure: 'KB a connection', atMost: 0.5, timesOf: 'Socket.IO' },
  ],
  async run({ quick }) {
    const count = quick ? WARM_UP_CONNECTIONS : CONNECTIONS;
    const rows: Row[] = [];
    for (const target of NODE_TARGETS) {
      const problem = target.problem();
      if (problem) rows.push({ of: target.name, figures: {}, remark: problem });
      else rows.push(await measure(target, count, quick ? 0 : IDLE_MS));
    }
    return rows;
  },
};

async function measure(target: Target, count: number, idleMs: number): Promise<Row> {
  const running = await target.start({
    rooms: ROOMS,
    people: WARM_UP_CONNECTIONS + count,
    isSubscribed: true,
  });
  try {
    await connectRange(running, 0, WARM_UP_CONNECTIONS);
    await wait(1_000);
    const before = readMemory(running.pid).now;
    await connectRange(running, WARM_UP_CONNECTIONS, WARM_UP_CONNECTIONS + count);
    await wait(idleMs);
    const after = readMemory(running.pid).now;
    return {
      of: target.name,
      figures: { 'KB a connection': (after - before) / 1024 / count, 'MB with nobody': before / 1024 ** 2 },
    };
  } finally {
    await running.stop();
  }
}

async function connectRange(
  { seats, dialect, port }: RunningTarget,
  from: number,
  to: number,
): Promise<void> {
  const some = { seats: seats.slice(from, to), dialect, port };
  await connectAll(some, new LoadCounters(0, true), 0, () => {});
}

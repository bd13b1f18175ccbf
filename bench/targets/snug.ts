import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { Seat } from '../load/seat.ts';
import { createPinPrefix, SERVER_CORE } from '../pinning.ts';
import { profileOptions } from '../profile.ts';
import { addPeople, SECRET } from './snug-people.ts';
import { readComparedSettings, readStartOptions } from './start-options.ts';
import type { LoadPopulation, Target } from './target.ts';

/** The built Snug without rate limits. */
export const snug: Target = {
  name: 'Snug',
  problem: () => undefined,
  async start(population) {
    const { server, seats, stop } = await startSnug(population);
    return { pid: server.pid, port: server.port, dialect: 'snug', seats, stop };
  },
};

/** For measurements that stop and restart the server. */
export async function startSnug(population: LoadPopulation): Promise<{
  server: ServerProcess;
  seats: Seat[];
  readonly stop: () => Promise<void>;
}> {
  const data = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const seats = await addPeople(data, population);
  const server = await ServerProcess.start({
    data,
    settings: { SNUG_SECRET: SECRET, ...readComparedSettings() },
    prefix: population.allCores ? [] : createPinPrefix(SERVER_CORE),
    nodeOptions: [...readStartOptions(), ...profileOptions()],
  });
  const stop = async () => {
    await server.end('SIGTERM');
    rmSync(data, { recursive: true });
  };
  return { server, seats, stop };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@snug/server/commands/open-store.ts';
import type { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { Seat } from '../load/seat.ts';
import { profileOptions } from '../profile.ts';
import { addPeople, addPeopleTo, SECRET } from './snug-people.ts';
import { readComparedSettings, readStartOptions } from './start-options.ts';
import type { LoadPopulation } from './target.ts';

export interface NodesOptions {
  /** How many servers share the database. */
  count: number;
  /** Without it, the one server has its database in its data folder. */
  postgres?: PostgresServer;
}

export interface SnugNodes {
  /** Of each room, the seats are on the nodes in turn. */
  seats: Seat[];
  pids: number[];
  databasePid?: number;
  databaseUrl?: string;
  readonly stop: () => Promise<void>;
}

/** Built servers on one database, which may use all cores. */
export async function startNodes(
  population: LoadPopulation,
  { count, postgres }: NodesOptions,
): Promise<SnugNodes> {
  const data = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const databaseUrl = await postgres?.createDatabase();
  const seats =
    databaseUrl === undefined
      ? await addPeople(data, population)
      : await addPeopleToServer(data, databaseUrl, population);
  const settings = {
    SNUG_SECRET: SECRET,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...readComparedSettings(),
  };
  const nodeOptions = [...readStartOptions(), ...profileOptions()];
  const starts = Array.from({ length: count }, () => ServerProcess.start({ data, settings, nodeOptions }));
  const servers = await Promise.all(starts);
  const getPort = (index: number) => servers[Math.floor(index / population.rooms) % count]?.port ?? 0;
  return {
    seats: seats.map((seat, index) => ({ ...seat, port: getPort(index) })),
    pids: servers.map(({ pid }) => pid),
    ...(postgres && { databasePid: postgres.pid }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    async stop() {
      await Promise.all(servers.map(server => server.end('SIGTERM')));
      rmSync(data, { recursive: true });
    },
  };
}

async function addPeopleToServer(
  data: string,
  databaseUrl: string,
  population: LoadPopulation,
): Promise<Seat[]> {
  const seats: Seat[] = [];
  const { store } = await openStore({
    data,
    databaseUrl,
    onFatalError: error => {
      throw new Error('the database failed', { cause: error });
    },
    prepare: async db => void seats.push(...(await addPeopleTo(db, population))),
  });
  await store.close();
  return seats;
}

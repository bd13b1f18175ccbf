import { openDatabaseServer } from '@snug/server/db/open.ts';
import {
  createDatabase,
  PostgresServer,
  type StoppedPostgres,
} from '@snug/testkit/postgres/postgres-server.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestProject } from 'vitest/node';
import { addParticipants, type Participant } from '../load/participant.ts';
import { DATABASE, SNUG_SECRET } from './cluster.ts';

const PARTICIPANT_COUNT = 36;

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped database server, and the people who are signed up in it. */
    clusterPeople: { postgres: StoppedPostgres; people: Participant[] };
  }
}

/** Stores people once for all tests of a run. Each test gets a copy of the database. Also chooses the seed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await PostgresServer.start();
  const url = await createDatabase(postgres.getUrl(), DATABASE);
  const server = await ServerProcess.start({ settings: { DATABASE_URL: url, SNUG_SECRET } });
  const db = await openDatabaseServer(url);
  const people = await addParticipants(db, PARTICIPANT_COUNT, SNUG_SECRET);
  await db.destroy();
  await server.end('SIGTERM');
  await server.remove();
  await postgres.stop();
  const seed = Number(process.env.SNUG_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`SNUG_SEED=${seed} repeats the choices of this run.\n`);
  project.provide('seed', seed);
  project.provide('clusterPeople', { postgres: postgres.stopped, people });
  return () => postgres.remove();
}

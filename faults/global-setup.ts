import { readOrCreateSecret } from '@snug/server/account/secret.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestProject } from 'vitest/node';
import { addParticipants, type Participant } from './load/participant.ts';

const PARTICIPANT_COUNT = 30;

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder, and the people who are signed up in it. */
    signedUp: { data: string; people: Participant[] };
    seed: number;
  }
}

/** Stores people once for all tests of a run. Also chooses the seed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await ServerProcess.start();
  const db = openDatabase(server.data);
  const people = await addParticipants(db, PARTICIPANT_COUNT, readOrCreateSecret(server.data));
  await db.destroy();
  // Its data folder contains the people. Each test gets a copy.
  await server.end('SIGTERM');
  const seed = Number(process.env.SNUG_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`SNUG_SEED=${seed} repeats the choices of this run.\n`);
  project.provide('seed', seed);
  project.provide('signedUp', { data: server.data, people });
  return () => server.remove();
}

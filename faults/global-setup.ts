import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestProject } from 'vitest/node';
import { type Participant, signUpParticipant } from './load/participant.ts';

const PARTICIPANT_COUNT = 30;

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder, and the people who are signed up in it. */
    signedUp: { data: string; people: Participant[] };
    seed: number;
  }
}

/** Signs people up once for all tests of a run, because password hashes are slow on purpose. Also chooses the seed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await ServerProcess.start();
  const names = Array.from({ length: PARTICIPANT_COUNT }, (_, index) => `Person${index + 1}`);
  const people = await Promise.all(names.map(name => signUpParticipant(server.url, name)));
  // Its data folder contains the people. Each test gets a copy.
  await server.end('SIGTERM');
  const seed = Number(process.env.SNUG_SEED ?? Date.now() % 1_000_000);
  process.stdout.write(`SNUG_SEED=${seed} repeats the choices of this run.\n`);
  project.provide('seed', seed);
  project.provide('signedUp', { data: server.data, people });
  return () => server.remove();
}

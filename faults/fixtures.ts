import { Random } from '@snug/testkit/random.ts';
import { type ProcessOptions, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { inject, onTestFinished } from 'vitest';
import { type CheckSummary, checkEvidence } from './check/check.ts';
import { Load, type LoadOptions } from './load/load.ts';
import type { Participant } from './load/participant.ts';
import { FaultProxy } from './proxy/proxy.ts';
import { SEED } from './seed.ts';

/** A server whose people are signed up already: the built one, as people run it, where it is built. */
export function startServerWithParticipants(options: ProcessOptions = {}): Promise<ServerProcess> {
  return ServerProcess.start({ from: inject('crowd').data, ...options });
}

/** A server of the test's own, which ends with it. */
export async function startTestServer(options?: ProcessOptions): Promise<ServerProcess> {
  const server = await startServerWithParticipants(options);
  onTestFinished(() => server.remove());
  return server;
}

/** Somebody at that server, in an order that is always the same. `through`: where their requests go. */
export function getParticipant({ url }: ServerProcess, index = 0, through = url): Participant {
  const person = inject('crowd').people[index];
  if (!person) throw new Error(`the crowd has no person ${index}`);
  return { ...person, origin: url, url: through };
}

/** The same, as a program that the tests know. */
export function getTestPerson({ url }: ServerProcess, index = 0): Promise<TestPerson> {
  return TestPerson.fromCookie(url, inject('crowd').people[index]?.cookie ?? '');
}

/** People at that server, who stop with the test. */
export async function startTestLoad(
  { url }: ServerProcess,
  options: Partial<LoadOptions> = {},
): Promise<Load> {
  const { people } = inject('crowd');
  const load = await Load.start({ url, seed: SEED, people, ...options });
  onTestFinished(() => load.stop());
  return load;
}

/** Something bad between people and that server, which ends with the test. */
export async function startTestProxy({ port }: ServerProcess): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(port, new Random(SEED).next);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Lets a load come to rest, and throws where the promise was broken. */
export async function finishAndCheck(load: Load, { data }: ServerProcess): Promise<CheckSummary> {
  await load.finish();
  return checkEvidence(load.getEvidence(data));
}

/** Resolves, with how many ms it took, when the server answers, its database too. */
export function waitUntilReady({ url }: ServerProcess): Promise<number> {
  return until('the server is ready', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

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

/** A server with signed-up people: the built one, if it is built. */
export function startServerWithParticipants(options: ProcessOptions = {}): Promise<ServerProcess> {
  return ServerProcess.start({ from: inject('signedUp').data, ...options });
}

export async function startTestServer(options?: ProcessOptions): Promise<ServerProcess> {
  const server = await startServerWithParticipants(options);
  onTestFinished(() => server.remove());
  return server;
}

/** A signed-up person. The order of people is fixed. `through`: where their requests go. */
export function getParticipant({ url }: ServerProcess, index = 0, through = url): Participant {
  const person = inject('signedUp').people[index];
  if (!person) throw new Error(`there is no person ${index}`);
  return { ...person, origin: url, url: through };
}

export function getTestPerson({ url }: ServerProcess, index = 0): Promise<TestPerson> {
  return TestPerson.fromCookie(url, inject('signedUp').people[index]?.cookie ?? '');
}

export async function startTestLoad(
  { url }: ServerProcess,
  options: Partial<LoadOptions> = {},
): Promise<Load> {
  const { people } = inject('signedUp');
  const load = await Load.start({ url, seed: SEED, people, ...options });
  onTestFinished(() => load.stop());
  return load;
}

export async function startTestProxy({ port }: ServerProcess): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(port, { random: new Random(SEED).next });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Waits for a load to come to rest, and throws if a promise was broken. */
export async function finishAndCheck(load: Load, { data }: ServerProcess): Promise<CheckSummary> {
  await load.finish();
  return checkEvidence(load.getEvidence(data));
}

/** Resolves when the server and its database respond, with the time in ms. */
export function waitUntilReady({ url }: ServerProcess): Promise<number> {
  return until('the server is ready', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

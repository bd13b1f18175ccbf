import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Random } from '../server/simulation/random.ts';
import { type ProcessOptions, ServerProcess } from '../server/src/testing/server-process.ts';

import { type Checked, check } from './check/check.ts';
import { Load, type LoadOptions } from './load/load.ts';
import { FaultProxy } from './proxy/proxy.ts';
import { SEED } from './seed.ts';
import { until } from './until.ts';

const BUILT = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

/** A server: the built one, as people run it, where it is built. */
export function startServer(options: ProcessOptions = {}): Promise<ServerProcess> {
  return ServerProcess.start({ ...(existsSync(BUILT) && { main: BUILT }), ...options });
}

/** A server of the test's own, which ends with it. */
export async function aServer(options?: ProcessOptions): Promise<ServerProcess> {
  const server = await startServer(options);
  onTestFinished(() => server.remove());
  return server;
}

/** People at that server, who stop with the test. */
export async function aLoad({ url }: ServerProcess, options: Partial<LoadOptions> = {}): Promise<Load> {
  const load = await Load.begin({ url, seed: SEED, ...options });
  onTestFinished(() => load.stop());
  return load;
}

/** Something bad between people and that server, which ends with the test. */
export async function aProxy({ port }: ServerProcess): Promise<FaultProxy> {
  const proxy = await FaultProxy.start(port, new Random(SEED).next);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Lets a load come to rest, and throws where the promise was broken. */
export async function settle(load: Load, { data }: ServerProcess): Promise<Checked> {
  await load.end();
  return check(load.evidence(data));
}

/** Resolves, with how many ms it took, when the server answers, its database too. */
export function isReady({ url }: ServerProcess): Promise<number> {
  return until('the server is ready', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

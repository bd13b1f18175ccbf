import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ProcessOptions, ServerProcess } from '../server/src/testing/server-process.ts';

import { Load, type LoadOptions } from './load/load.ts';
import { SEED } from './seed.ts';

const BUILT = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

/** A server of the test's own: built, as people run it, where it is built. It ends with the test. */
export async function aServer(options: ProcessOptions = {}): Promise<ServerProcess> {
  const server = await ServerProcess.start({ ...(existsSync(BUILT) && { main: BUILT }), ...options });
  onTestFinished(() => server.remove());
  return server;
}

/** People at that server, who stop with the test. */
export async function aLoad({ url }: ServerProcess, options: Partial<LoadOptions> = {}): Promise<Load> {
  const load = await Load.begin({ url, seed: SEED, ...options });
  onTestFinished(() => load.stop());
  return load;
}

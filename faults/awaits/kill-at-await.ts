import { join } from 'node:path';
import type { ServerProcess } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import type { AwaitKill, AwaitPoint } from './await-points.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'src', 'main.ts');
const LOADER = join(import.meta.dirname, 'await-loader.ts');

/** Restarts the server, and waits until it is killed at the point. False if it did not get there in time; then it runs on. */
export async function killAtAwait(
  server: ServerProcess,
  kill: AwaitKill,
  timeoutMs: number,
): Promise<boolean> {
  const settings = { NODE_OPTIONS: `--import=${LOADER}`, SNUG_KILL_AT: JSON.stringify(kill) };
  const hasEnded = () => !server.isRunning;
  if (server.isRunning) await server.kill();
  try {
    // From its sources, which the loader changes.
    await server.start({ main: MAIN, settings });
    await until('the server is killed', hasEnded, { timeoutMs });
  } catch {
    // It was killed while it started, or not at all.
  }
  return hasEnded();
}

export function describePoint({ file, number }: AwaitPoint): string {
  return `${file} ${number}`;
}

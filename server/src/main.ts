// First, so that a signal ends a start, too.
import './app/stop-signals.ts';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { onStopSignal } from './app/stop-signals.ts';
import { setPrivateUmask } from './base/private-files.ts';
import { StartError } from './base/start-error.ts';

setPrivateUmask();

// Before the imports that it speeds up: compiling the accounts library takes most of the startup time.
enableCompileCache();

// The heap grows by a quarter before a collection instead of several times. Otherwise the garbage of a thousand new
// connections would permanently double their memory. V8 reads the flag at each collection, also in the writer's thread.
setFlagsFromString('--heap-growing-percent=25');

// The same path from the built server.
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist');

/** In addition to the time that the configuration gives for draining. */
const STOP_TIMEOUT_MS = 30_000;

// Libraries relax their checks in other environments: the accounts library accepts foreign origins under "test".
process.env.NODE_ENV = 'production';

async function main(): Promise<void> {
  // Not above: a signal that arrives before all static imports are read kills the process.
  const { readConfig } = await import('./config/config.ts');
  const config = readConfig(process.env);
  const { startServer } = await import('./app/start.ts');
  const server = await startServer(config, WEB_FOLDER, fail);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), config.drainMs + STOP_TIMEOUT_MS).unref();
    server.stop().then(() => process.exit(0), fail);
  };
  onStopSignal(stop);
  process.stdout.write(`Snug is ready on ${config.origins[0]}\n`);
  if (server.setupLink !== undefined)
    process.stdout.write(`Open this link once to become the workspace admin: ${server.setupLink}\n`);
}

function fail(error: unknown): never {
  const line =
    error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Snug cannot run. ${line}\n`);
  process.exit(1);
}

main().catch(fail);

import { join } from 'node:path';
import { ServerProcess } from '../server/src/testing/server-process.ts';

const MAIN = join(import.meta.dirname, '..', 'server', 'dist', 'main.js');

export type Server = ServerProcess;

/** The built server, as people run it. `settings` are environment variables. */
export function startServer(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return ServerProcess.start({ main: MAIN, host: 'localhost', settings });
}

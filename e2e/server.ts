import { ServerProcess } from '../server/src/testing/server-process.ts';

export type Server = ServerProcess;

/** The built server, as people run it. `settings` are environment variables. */
export function startServer(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return ServerProcess.start({ host: 'localhost', settings });
}

import { ServerProcess } from '@snug/testkit/server-process.ts';

export type Server = ServerProcess;

/** The built server, as people run it. `settings` are environment variables. */
export function startServer(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return ServerProcess.start({ host: 'localhost', settings });
}

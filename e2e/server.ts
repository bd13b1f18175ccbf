import { ServerProcess } from '@snug/testkit/server-process.ts';

export type Server = ServerProcess;

/** Starts the production build. `settings`: environment variables. */
export function startServer(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return ServerProcess.start({ host: 'localhost', settings });
}

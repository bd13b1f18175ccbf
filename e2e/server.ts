import { ServerProcess } from '@snug/testkit/server-process.ts';

export type Server = ServerProcess;

/** For the receivers of webhooks that tests start. */
const DEFAULTS = { SNUG_OUTBOUND_ALLOW: '127.0.0.1' };

/** Starts the production build. `settings`: environment variables. */
export function startServer(settings: NodeJS.ProcessEnv = {}): Promise<Server> {
  return ServerProcess.start({ host: 'localhost', settings: { ...DEFAULTS, ...settings } });
}

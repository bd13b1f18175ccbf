import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `unhurried`: its body may take as long as a request may. */
    body?: 'unhurried';
  }
}

/** How long a request may take to come, in ms, so that none is held open for ever. */
export interface Times {
  headersMs: number;
  bodyMs: number;
  /** A whole upload, headers and all. */
  uploadMs: number;
  /** How long nothing of an answer may be taken. */
  stalledMs: number;
  /** How often it is looked whose time is up. */
  checkEveryMs: number;
}

/** For uploads that is 17 kB/s, of the largest file. */
export const TIMES: Times = {
  headersMs: 15_000,
  bodyMs: 20_000,
  uploadMs: 300_000,
  stalledMs: 30_000,
  checkEveryMs: 5_000,
};

/** For a route that takes files. */
export const UNHURRIED = { config: { body: 'unhurried' } } as const;

/** Ends requests whose bodies do not come whole in time. */
export function limitBodyTime(app: FastifyInstance, withinMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (!hasBody || routeOptions.config.body === 'unhurried') return;
    // An answer may take its time where the body is there.
    const timer = setTimeout(() => raw.complete || raw.destroy(), withinMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

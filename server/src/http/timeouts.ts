import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `unhurried`: its body may take as long as a request may. */
    bodyTimeout?: 'none';
  }
}

/** How long a request may take to come, in ms, so that none is held open for ever. */
export interface Timeouts {
  headersMs: number;
  bodyMs: number;
  /** A whole upload, headers and all. */
  uploadMs: number;
  /** How long nothing of an answer may be taken. */
  stalledMs: number;
  /** How often it is looked whose time is up. */
  checkIntervalMs: number;
}

/** For uploads that is 17 kB/s, of the largest file. */
export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  bodyMs: 20_000,
  uploadMs: 300_000,
  stalledMs: 30_000,
  checkIntervalMs: 5_000,
};

/** For a route that takes files. */
export const NO_BODY_TIMEOUT = { config: { bodyTimeout: 'none' } } as const;

/** Ends requests whose bodies do not come whole in time. */
export function enforceBodyTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (!hasBody || routeOptions.config.bodyTimeout === 'none') return;
    // An answer may take its time where the body is there.
    const timer = setTimeout(() => raw.complete || raw.destroy(), timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

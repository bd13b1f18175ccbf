import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none`: the body may take as long as a whole request. */
    bodyTimeout?: 'none';
  }
}

export interface Timeouts {
  headersMs: number;
  bodyMs: number;
  uploadMs: number;
  /** Longest time without progress of a response. */
  stalledMs: number;
  checkIntervalMs: number;
}

/** The upload timeout allows 17 kB/s for the largest file. */
export const TIMEOUTS: Timeouts = {
  headersMs: 15_000,
  bodyMs: 20_000,
  uploadMs: 300_000,
  stalledMs: 30_000,
  checkIntervalMs: 5_000,
};

export const NO_BODY_TIMEOUT = { config: { bodyTimeout: 'none' } } as const;

/** Ends requests whose bodies do not arrive in time. */
export function enforceBodyTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers;
    if (!hasBody || routeOptions.config.bodyTimeout === 'none') return;
    // Once the body is complete, the response has no timeout.
    const timer = setTimeout(() => raw.complete || raw.destroy(), timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}

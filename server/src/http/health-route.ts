import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** `/healthz`: the process responds. `/readyz`: it can serve clients. */
export function healthRoute(app: FastifyInstance, readiness: Pick<Readiness, 'assertReady'>): void {
  app.get('/healthz', PUBLIC_ROUTE, async () => ({ status: 'ok' }));
  app.get('/readyz', PUBLIC_ROUTE, async () => {
    await readiness.assertReady();
    return { status: 'ok' };
  });
}

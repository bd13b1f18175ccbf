import type { FastifyInstance } from 'fastify';
import { readEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

/** `/healthz`: the process responds. `/readyz`: its database responds, too. */
export function healthRoute(app: FastifyInstance, read: Db): void {
  app.get('/healthz', PUBLIC_ROUTE, async () => ({ status: 'ok' }));
  app.get('/readyz', PUBLIC_ROUTE, async () => {
    await readEpoch(read);
    return { status: 'ok' };
  });
}

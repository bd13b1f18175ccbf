import type { FastifyInstance } from 'fastify';
import { readEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { OPEN } from './require-session.ts';

/** `/healthz`: the process answers. `/readyz`: its database does, too. */
export function healthRoute(app: FastifyInstance, read: Db): void {
  app.get('/healthz', OPEN, async () => ({ status: 'ok' }));
  app.get('/readyz', OPEN, async () => {
    await readEpoch(read);
    return { status: 'ok' };
  });
}

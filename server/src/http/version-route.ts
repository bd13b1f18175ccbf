import { SERVER_VERSION } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import { PUBLIC_ROUTE } from './require-session.ts';

export function versionRoute(app: FastifyInstance): void {
  app.get('/api/version', PUBLIC_ROUTE, async () => SERVER_VERSION);
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { CommandError } from '@snug/protocol';
import type { FastifyInstance } from 'fastify';
import type { ListenAddress } from '../config/metrics-settings.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { readBearer } from '../programs/tokens/bearer.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

const PATH = '/metrics';
const TIMEOUT_MS = 10_000;

/** Routes that end with a session, if they succeed. */
const SIGN_IN_ROUTES = new Set([
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/account/sign-in-code',
  '/api/account/passkey-sign-in',
]);

/** Counts the responses to requests. A route is a template, so it holds no id. */
export function countRequests(
  app: FastifyInstance,
  { httpRequests, signIns }: Pick<Metrics, 'httpRequests' | 'signIns'>,
): void {
  app.addHook('onResponse', async ({ is404, routeOptions: { url = '' } }, { statusCode }) => {
    httpRequests.inc({ route: is404 ? 'none' : url, status: `${Math.floor(statusCode / 100)}xx` });
    if (statusCode >= 400 && SIGN_IN_ROUTES.has(url)) signIns.inc({ outcome: 'refused' });
  });
}

/** For programs with the token. Not limited by address: a scrape costs little, and nobody guesses 32 characters. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get(PATH, PUBLIC_ROUTE, async ({ headers }, reply) => {
    if (!isToken(readBearer(headers), token)) throw new CommandError('unauthenticated');
    return reply.type(metrics.contentType).send(await metrics.render());
  });
}

/** In constant time, also for tokens of different lengths. */
function isToken(given: string | undefined, token: string): boolean {
  return given !== undefined && timingSafeEqual(hash(given), hash(token));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** On an address of its own, which no proxy passes on. Needs the token, too, if there is one. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: ListenAddress,
  token: string | undefined,
): Promise<Server> {
  const server = createServer(
    { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS },
    (request, response) => {
      void respond(request, response, metrics, token);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  // A scraper that keeps its connection must not keep the process alive.
  server.unref();
  return server;
}

async function respond(
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
  metrics: Metrics,
  token: string | undefined,
): Promise<void> {
  if (url.split('?')[0] !== PATH || method !== 'GET') return void response.writeHead(404).end();
  if (token !== undefined && !isToken(readBearer(headers), token)) return void response.writeHead(401).end();
  try {
    const text = await metrics.render();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}

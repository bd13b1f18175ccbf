import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { TokenAuthenticator } from '../account/token-authenticator.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { createRateLimitedError } from '../limits/rate-limits.ts';
import { handleErrors } from './handle-errors.ts';
import { webhookRoute } from './webhook-route.ts';

type Webhook = Awaited<ReturnType<TokenAuthenticator['findWebhook']>>;

test('BT7 a large body above the limit of the bot is refused before it arrives', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  handleErrors(app);
  const take: RateLimits['take'] = name => {
    if (name === 'webhook_bytes') throw createRateLimitedError(5);
  };
  await webhookRoute(app, {
    tokens: { findWebhook: async () => ({ id: 'session', me: { uid: 'bot' } }) as Webhook },
    limits: { take } as RateLimits,
    dispatch: async () => ({}),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/json', 'content-length': '200000' };
  const unfinished = request({ port, path: '/api/hooks/code', method: 'POST', headers });
  onTestFinished(() => void unfinished.on('error', () => {}).destroy());
  unfinished.flushHeaders();
  const [refusal] = (await once(unfinished, 'response')) as [IncomingMessage];
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '5']);
});

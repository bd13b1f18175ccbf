import type { IncomingHttpHeaders } from 'node:http';
import { CommandError, WEBHOOK_PATH } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v5 as createNamedId } from 'uuid';
import type { TokenAuthenticator } from '../account/token-authenticator.ts';
import { newId } from '../base/ids.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { readWebhookText } from '../programs/incoming-webhooks/webhook-text.ts';
import { WebhookThread } from '../programs/incoming-webhooks/webhook-thread.ts';
import { getSession, PUBLIC_ROUTE } from './require-session.ts';

/** Payloads for Slack have more than the text, and logs more than one message can hold. */
const MAX_WEBHOOK_BYTES = 256 * 1024;
const NO_BYTES = new Uint8Array();
const MAX_KEY_LENGTH = 255;
/** A larger body counts as `webhook_bytes`, whatever its text, and another thread reads it: the worst ones take some 20 ms. */
const SMALL_BODY_BYTES = 8 * 1024;
/** The second group is undefined if other characters follow the type. */
const MEDIA_TYPE = /^([\w.+-]+\/[\w.+-]+)(\s*(?:;|$))?/;

interface WebhookRouteOptions {
  tokens: Pick<TokenAuthenticator, 'findWebhook'>;
  dispatch: Dispatch;
  limits: RateLimits;
}

interface WebhookRequest {
  Params: { code: string };
  Body: Buffer | undefined;
}

/**
 * `POST /api/hooks/<code>` posts a message, for programs that only know an address. Addresses end up in logs, so the code is not the
 * access token: it opens nothing else.
 */
export async function webhookRoute(app: FastifyInstance, options: WebhookRouteOptions): Promise<void> {
  const thread = new WebhookThread(error => app.log.error(error));
  app.addHook('onClose', () => thread.close());
  await app.register(async routes => {
    // Foreign pages can send some of these types. They would need the code, and the origin is checked, too.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    routes.addHook<WebhookRequest>('onRequest', request => authenticate(request, options));
    routes.addHook('preParsing', async ({ raw }) => repairType(raw.headers));
    routes.post<WebhookRequest>(
      `${WEBHOOK_PATH}:code`,
      { bodyLimit: MAX_WEBHOOK_BYTES, ...PUBLIC_ROUTE },
      async (request, reply) => {
        const text = await readText(request, options.limits, thread);
        await postMessage(request, options.dispatch, text);
        // Programs for Slack expect this response.
        return reply.type('text/plain; charset=utf-8').send('ok');
      },
    );
    // Some programs send requests of another kind by default, such as the notifications of Home Assistant over REST.
    routes.route<WebhookRequest>({
      method: ['GET', 'PUT', 'PATCH'],
      url: `${WEBHOOK_PATH}:code`,
      bodyLimit: MAX_WEBHOOK_BYTES,
      ...PUBLIC_ROUTE,
      handler: async () => {
        throw new CommandError(
          'invalid_input',
          'This address takes POST requests only. Send one with a text.',
        );
      },
    });
  });
}

/** Before the body is read. All codes that lead nowhere are `not_found`. */
async function authenticate(
  request: FastifyRequest<WebhookRequest>,
  { tokens, limits }: WebhookRouteOptions,
): Promise<void> {
  limits.take('requests', networkAddress(request.ip));
  request.session = await tokens.findWebhook(request.params.code);
  if (!request.session) throw new CommandError('not_found');
  // A flood costs as little as a request without a body.
  if (Number(request.headers['content-length']) > SMALL_BODY_BYTES)
    limits.take('webhook_bytes', request.session.me.uid, 0);
}

/**
 * People write `json` as the type, or forget the semicolon after it. Fastify rejects such a request before it reads the body, which
 * shows what it is.
 */
function repairType(headers: IncomingHttpHeaders): void {
  const { 'content-type': type } = headers;
  if (type === undefined) return;
  const [, name, end] = MEDIA_TYPE.exec(type) ?? [];
  if (end === undefined) headers['content-type'] = name ? `${name};${type.slice(name.length)}` : 'text/plain';
}

async function readText(
  request: FastifyRequest<WebhookRequest>,
  limits: RateLimits,
  thread: WebhookThread,
): Promise<string> {
  const { headers, body = NO_BYTES } = request;
  if (body.length <= SMALL_BODY_BYTES) return readWebhookText(headers, body);
  const { uid } = getSession(request).me;
  limits.take('webhook_bytes', uid, 0);
  limits.charge('webhook_bytes', uid, body.length);
  return thread.readText(headers, body);
}

async function postMessage(
  request: FastifyRequest<WebhookRequest>,
  dispatch: Dispatch,
  text: string,
): Promise<void> {
  const { id: sessionId, me, scope } = getSession(request);
  const [roomId] = scope?.roomIds ?? [];
  const id = toMessageId(sessionId, request.headers['idempotency-key']);
  await dispatch({ uid: me.uid, guest: false, sessionId, scope }, 'send_message', { roomId, id, text });
}

/** The same key of a token always names the same message. */
function toMessageId(tokenId: string, key: string | string[] | undefined): string {
  if (key === undefined) return newId();
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH)
    throw new CommandError('invalid_input', `Idempotency-Key: must have 1 to ${MAX_KEY_LENGTH} characters`);
  return createNamedId(key, tokenId);
}

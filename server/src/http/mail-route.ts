import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

export interface MailRouteOptions {
  limits: RateLimits;
  /** Ends the mails about missed messages of the person with this code. Any other one changes nothing. */
  endMissedMails: (code: string) => Promise<void>;
}

const MAX_BODY_BYTES = 4_096;
const OPTIONS = { bodyLimit: MAX_BODY_BYTES, ...PUBLIC_ROUTE };

/**
 * `POST /mail/<code>` ends the mails about missed messages, as mail programs do with one click (RFC 8058): without a cookie, an origin
 * or a redirect, and for every code with the same response. `GET` changes nothing, because scanners of mails open all links.
 */
export async function mailRoute(
  app: FastifyInstance,
  { limits, endMissedMails }: MailRouteOptions,
): Promise<void> {
  await app.register(async routes => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null));
    routes.addHook('onRequest', async request => limits.take('requests', networkAddress(request.ip)));
    routes.get('/mail/:code', PUBLIC_ROUTE, async (_request, reply) =>
      sendPage(
        reply,
        '<p>Do you want no more mails about missed messages?</p><form method="post"><button>Get no more mails</button></form>',
      ),
    );
    routes.post<{ Params: { code: string } }>('/mail/:code', OPTIONS, async (request, reply) => {
      await endMissedMails(request.params.code);
      return sendPage(
        reply,
        '<p>You get no more mails about missed messages. Your Dashboard turns them on again.</p>',
      );
    });
  });
}

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  // Without a referrer, a browser would send the form with the origin "null".
  reply.header('referrer-policy', 'same-origin').type('text/html; charset=utf-8');
  return reply.send(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails about missed messages</title></head><body><main>${content}</main></body></html>`,
  );
}

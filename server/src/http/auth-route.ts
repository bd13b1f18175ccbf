import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../accounts/auth.ts';
import { refuseUnstored } from '../accounts/auth-dialect.ts';
import { OPEN } from './door.ts';
import { OPEN_TO_POPUPS } from './headers.ts';

const MAX_BODY_BYTES = 16 * 1024;

/** What of the accounts library can be reached. It has more, and a newer one may: Snug does not need it. */
const PATHS = {
  GET: ['get-session'],
  POST: ['sign-in/email', 'sign-up/email', 'sign-in/social', 'link-social', 'sign-out'],
} as const;

/** Of these, what is for those who are signed in. */
const SIGNED_IN: readonly string[] = ['link-social'];

// A session's token belongs in a cookie that no script can read, so it must not stand in an answer that scripts can.
function withoutTokens(body: string): string {
  if (body === '') return body;
  return JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === 'token' ? undefined : value)));
}

/** The accounts library's routes under `/api/auth/`; it brings its own checks of origin and rate. */
export function authRoute(app: FastifyInstance, auth: Auth, origin: string): void {
  const ask = (request: FastifyRequest) => askLibrary(auth, origin, request);
  for (const [method, paths] of Object.entries(PATHS)) {
    for (const path of paths) {
      app.route({
        method,
        url: `/api/auth/${path}`,
        bodyLimit: MAX_BODY_BYTES,
        ...(!SIGNED_IN.includes(path) && OPEN),
        handler: async (request, reply) => {
          const response = await refuseUnstored(() => ask(request));
          passHeaders(response, reply);
          // It would take the cookie of a dead session away, and with it the new one of a sign-in that came in between.
          if (path === 'get-session') reply.removeHeader('set-cookie');
          return reply.send(withoutTokens(await response.text()));
        },
      });
    }
  }
  app.get('/api/auth/callback/:provider', OPEN, async (request, reply) => {
    const response = await ask(request);
    passHeaders(response, reply);
    reply.header('cross-origin-opener-policy', OPEN_TO_POPUPS);
    // A person is looking at this window: whatever went wrong, they get a page and not an error's JSON.
    if (response.status >= 400) return reply.redirect(`${origin}/linking.html?error=failed`);
    return reply.send();
  });
}

function askLibrary(auth: Auth, origin: string, request: FastifyRequest): Promise<Response> {
  const headers = fromNodeHeaders(request.headers);
  // The only name that the library may limit by: forwarded ones are anyone's invention here.
  headers.set('x-forwarded-for', request.ip);
  return auth.handler(
    new Request(new URL(request.url, origin), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    }),
  );
}

function passHeaders(response: Response, reply: FastifyReply): void {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  reply.header('cache-control', 'no-store');
}

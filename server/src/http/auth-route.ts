import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../accounts/auth.ts';

const MAX_BODY_BYTES = 16 * 1024;

// A session's token belongs in a cookie that no script can read, so it must not stand in an answer that scripts can.
function withoutTokens(body: string): string {
  if (body === '') return body;
  return JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === 'token' ? undefined : value)));
}

/** Everything under `/api/auth/` is the accounts library's; it brings its own checks of origin and rate. */
export function authRoute(app: FastifyInstance, auth: Auth, origin: string): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    bodyLimit: MAX_BODY_BYTES,
    handler: async (request, reply) => {
      const headers = fromNodeHeaders(request.headers);
      // The only name that the library may limit by: forwarded ones are anyone's invention here.
      headers.set('x-forwarded-for', request.ip);
      const response = await auth.handler(
        new Request(new URL(request.url, origin), {
          method: request.method,
          headers,
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        }),
      );
      reply.code(response.status);
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      reply.header('cache-control', 'no-store');
      return reply.send(withoutTokens(await response.text()));
    },
  });
}

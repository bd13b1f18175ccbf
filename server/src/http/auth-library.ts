import { CommandError } from '@snug/protocol';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../account/auth.ts';
import { readBearer } from '../programs/tokens/bearer.ts';

/** Most nesting of a body: enough for every request, and too little to overflow the stack. */
const MAX_DEPTH = 5;

export interface AuthLibraryOptions {
  auth: Pick<Auth, 'handler'>;
  origin: string;
}

export async function callAuthLibrary(
  request: FastifyRequest,
  { auth, origin }: AuthLibraryOptions,
): Promise<Response> {
  if (isDeeperThan(request.body, MAX_DEPTH)) throw new CommandError('invalid_input');
  const headers = fromNodeHeaders(request.headers);
  // The library knows no access tokens, and the cookie beside one does not count.
  if (readBearer(request.headers) !== undefined) headers.delete('cookie');
  // The only trustworthy address for the library to store with a session: clients can forge forwarded ones.
  headers.set('x-forwarded-for', request.ip);
  return auth.handler(
    new Request(new URL(request.url, origin), {
      method: request.method,
      headers,
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    }),
  );
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeperThan(inner, levels - 1));
}

export function copyHeaders(response: Response, reply: FastifyReply): void {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  reply.header('cache-control', 'no-store');
}

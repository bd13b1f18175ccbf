import type { FastifyReply } from 'fastify';
import { getCookiePrefix } from '../account/cookies.ts';
import { copyHeaders } from './auth-library.ts';
import { LinkCookie } from './link-cookie.ts';

/** The page that asks for a code. */
const PAGE = '/verify';

/** The code of a sign-in that waits for the second step. */
export const signInCookie = new LinkCookie('sign_in');

/** Replaces the cookie of the session that the library would have begun. */
export function holdSignIn(response: Response, reply: FastifyReply, origin: string, code: string): void {
  const prefix = `${getCookiePrefix(origin)}.session_`;
  const kept = response.headers.getSetCookie().filter(cookie => !cookie.startsWith(prefix));
  const headers = new Headers(response.headers);
  headers.delete('set-cookie');
  copyHeaders(new Response(null, { status: response.status, headers }), reply);
  for (const cookie of kept) reply.header('set-cookie', cookie);
  signInCookie.set(reply, origin, code);
}

/** `end`: where the sign-in with a provider leads to. */
export function getCodePage(origin: string, end: URL): string {
  return `${origin}${PAGE}?${new URLSearchParams({ wanted: end.pathname + end.search }).toString()}`;
}

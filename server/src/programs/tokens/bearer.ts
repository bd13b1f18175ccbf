import type { IncomingHttpHeaders } from 'node:http';

/** Lets people and secret scanners recognize a token. */
export const TOKEN_PREFIX = 'snug_';

const BEARER = /^Bearer(?:\s+(.*))?$/i;

/**
 * The access token of a request (RFC 6750), which may be empty. Undefined for other schemes, which belong to a proxy in front of
 * Snug.
 */
export function readBearer({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const bearer = BEARER.exec(authorization);
  return bearer ? (bearer[1] ?? '') : undefined;
}

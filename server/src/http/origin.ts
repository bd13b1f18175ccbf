import type { FastifyRequest } from 'fastify';

/** Whether an `Origin` header names Snug itself: letter by letter, so that no look-alike passes. */
export function createOriginCheck(origins: readonly string[]): (origin: string | undefined) => boolean {
  const own = new Set(origins);
  return origin => origin !== undefined && own.has(origin);
}

/**
 * Whether a request that changes something may come from where it comes from. A browser always says so, by
 * `Sec-Fetch-Site` or `Origin`; without either it is a program, which carries no one else's cookies.
 */
export function isSameSite(request: FastifyRequest, isOwnOrigin: (origin?: string) => boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOwnOrigin(origin);
}

import type { FastifyRequest } from 'fastify';

/** Compares origins exactly, so that no similar origin passes. */
export function createOriginCheck(origins: readonly string[]): (origin: string | undefined) => boolean {
  const own = new Set(origins);
  return origin => origin !== undefined && own.has(origin);
}

/** Browsers always send `Sec-Fetch-Site` or `Origin`. Others are programs, without cookies of other people. */
export function isSameSite(request: FastifyRequest, isOwnOrigin: (origin?: string) => boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isOwnOrigin(origin);
}

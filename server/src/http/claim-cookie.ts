import { CommandError } from '@snug/protocol';
import type { FastifyRequest } from 'fastify';
import { readClaim } from '../account/claims/claim-account.ts';
import { runWithClaim } from '../account/claims/provider-claim.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { LinkCookie } from './link-cookie.ts';

export interface ClaimCookieOptions {
  origin: string;
  read: Db;
  now: () => number;
  limits: RateLimits;
}

export const claimCookie = new LinkCookie('claim');

/** Throws `not_found` for every link that does not work, and `rate_limited` after too many of these errors. */
export async function findCookieClaim(
  request: FastifyRequest,
  { origin, read, now, limits }: ClaimCookieOptions,
) {
  const hash = hashSecretCode(claimCookie.read(request, origin));
  return limits.limitFailures('invite_failures', networkAddress(request.ip), async () => {
    const claim = await readClaim(read, hash, now());
    if (!claim) throw new CommandError('not_found');
    return { ...claim, hash };
  });
}

/** Runs a request of the accounts library for a sign-in with a provider. With `claim` in its body, it claims the account of the link. */
export async function runClaimRequest<Result>(
  request: FastifyRequest,
  options: ClaimCookieOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { claim, ...body } = (request.body ?? {}) as { claim?: unknown };
  if (claim !== true) return work();
  const { uid, hash } = await findCookieClaim(request, options);
  request.body = body;
  return runWithClaim({ uid, hash }, work);
}

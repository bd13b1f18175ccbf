import { AccountClaim, type ClaimState } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSession } from '../account/new-session.ts';
import type { PasswordVerifier } from '../account/passwords/password-verifier.ts';
import type { SessionEvents } from '../account/session-hooks.ts';
import { checkInput } from '../commands/check-input.ts';
import { networkAddress } from '../limits/network-address.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import type { AuthRouteOptions } from './auth-route.ts';
import { beginSession } from './begin-session.ts';
import { claimCookie, findCookieClaim } from './claim-cookie.ts';
import { runWithInvite } from './invited-sign-in.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

export interface ClaimRouteOptions extends AuthRouteOptions {
  passwords: PasswordVerifier;
  sessionEvents: SessionEvents;
}

/**
 * `GET /claim/<code>` leads to a page where somebody who came by an import signs in for the first time. It looks nothing up, so it
 * is the same for every code, and the page and the history of the browser do not contain the code.
 */
export function claimRoute(app: FastifyInstance, options: ClaimRouteOptions): void {
  const { origin, limits } = options;
  app.get<{ Params: { code: string } }>('/claim/:code', PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    claimCookie.set(reply, origin, request.params.code);
    return reply.redirect('/claim', 302);
  });

  app.get('/api/account/claim', PUBLIC_ROUTE, async (request): Promise<ClaimState> => {
    return (await findCookieClaim(request, options)).state;
  });

  app.post('/api/account/claim', { ...PUBLIC_ROUTE, ...ACCOUNT_BODY }, async (request, reply) => {
    await limits.takeShared('sign_in', networkAddress(request.ip));
    await runWithInvite(request, reply, options, () => claimAccount(request, reply, options));
    claimCookie.remove(reply, origin);
    return {};
  });
}

async function claimAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ClaimRouteOptions,
): Promise<void> {
  const { passwords, writer, mails } = options;
  const { newPassword, email } = checkInput(AccountClaim, request.body);
  const address = networkAddress(request.ip);
  const { uid, hash } = await findCookieClaim(request, options);
  const passwordHash = await passwords.hash({ email: uid, address }, newPassword);
  const session = createSession(request.headers['user-agent']);
  const claim = { uid, hash, passwordHash, email, session };
  const claimed = await writer.write('claim_account', { uid: '' }, claim);
  await beginSession(request, reply, { uid, session }, options);
  if (claimed.isVerified) return;
  // As after a sign-up: too many mails do not prevent it.
  mails?.admit(address, claimed.email).then(
    () => mails.sendConfirmation(uid, claimed.email),
    () => {},
  );
}

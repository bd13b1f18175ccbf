import { CommandError, TwoStepCode } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getBrowserInvite } from '../accounts/browser-invite.ts';
import { createSession } from '../accounts/new-session.ts';
import { findLink } from '../accounts/recovery/one-time-link-store.ts';
import { readSessionToken, serializeSessionCookie } from '../accounts/session-cookie.ts';
import { runAsReplacement, type SessionEvents } from '../accounts/session-hooks.ts';
import type { CodeVerifier } from '../accounts/two-step/code-verifier.ts';
import { checkInput } from '../commands/check-input.ts';
import { networkAddress } from '../limits/network-address.ts';
import { hashSecretCode } from '../secret-code.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import type { AuthRouteOptions } from './auth-route.ts';
import { runWithInvite } from './invited-sign-in.ts';
import { signInCookie } from './pending-sign-in.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

export interface SignInCodeRouteOptions extends AuthRouteOptions {
  codes: CodeVerifier;
  now: () => number;
  sessionEvents: SessionEvents;
}

const OPTIONS = { ...PUBLIC_ROUTE, ...ACCOUNT_BODY };

/** The second step of a sign-in. Until then, the browser has no session. */
export function signInCodeRoute(app: FastifyInstance, options: SignInCodeRouteOptions): void {
  const { origin, limits } = options;
  app.post('/api/account/sign-in-code', OPTIONS, async (request, reply) => {
    await limits.takeShared('accounts', networkAddress(request.ip));
    const { code } = checkInput(TwoStepCode, request.body);
    await runWithInvite(request, reply, options, () => finishSignIn(request, reply, code, options));
    return {};
  });

  app.post('/api/account/sign-in-code/cancel', OPTIONS, async (_request, reply) => {
    signInCookie.remove(reply, origin);
    return {};
  });
}

async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  typed: string,
  { auth, origin, read, now, writer, codes, sessionEvents }: SignInCodeRouteOptions,
): Promise<void> {
  const hash = hashSecretCode(signInCookie.read(request, origin));
  const link = await findLink(read, hash, 'sign_in', now());
  if (!link) throw new CommandError('not_found', 'That took too long. Sign in again.');
  const uid = link.userId;
  const proof = await codes.verify(uid, typed);
  const session = createSession(request.headers['user-agent']);
  await writer.write('finish_sign_in', { uid: '' }, { uid, hash, proof, session });
  await codes.resetLimits(uid);
  await endPreviousSession(request, auth);
  reply.header('set-cookie', serializeSessionCookie(origin, session.token, (await auth.$context).secret));
  signInCookie.remove(reply, origin);
  await sessionEvents.onStarted({ id: session.id, userId: uid });
  const browser = getBrowserInvite();
  if (browser) browser.uid = uid;
}

/** As after a sign-in without a second step: its person could no longer sign out of it. */
async function endPreviousSession(
  { headers }: FastifyRequest,
  auth: AuthRouteOptions['auth'],
): Promise<void> {
  const { authCookies, secret, internalAdapter } = await auth.$context;
  const token = readSessionToken(headers.cookie ?? '', authCookies.sessionToken.name, secret);
  if (token !== undefined) await runAsReplacement(() => internalAdapter.deleteSession(token));
}

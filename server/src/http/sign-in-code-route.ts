import { TwoStepCode } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSession } from '../account/new-session.ts';
import { accessLink } from '../account/recovery/access.ts';
import type { SessionEvents } from '../account/session-hooks.ts';
import type { CodeVerifier } from '../account/two-step/code-verifier.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import { checkInput } from '../commands/check-input.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import { networkAddress } from '../limits/network-address.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import type { AuthRouteOptions } from './auth-route.ts';
import { beginSession } from './begin-session.ts';
import { runWithInvite } from './invited-sign-in.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { signInCookie } from './sign-in-cookie.ts';

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
  options: SignInCodeRouteOptions,
): Promise<void> {
  const { origin, read, now, writer, codes } = options;
  const hash = hashSecretCode(signInCookie.read(request, origin));
  const expired = 'That took too long. Sign in again.';
  const { uid } = await accessLink(read, { hash, kind: 'sign_in' }, now(), expired);
  const proof = await codes.verify(uid, typed);
  const session = createSession(request.headers['user-agent']);
  await writer.write('finish_sign_in', SYSTEM_CALLER, { uid, hash, proof, session });
  await codes.resetLimits(uid);
  await beginSession(request, reply, { uid, session }, options);
  signInCookie.remove(reply, origin);
}

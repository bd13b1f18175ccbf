import { CommandError, type PasskeyOptions, PasskeySignIn } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSession } from '../account/new-session.ts';
import { accessPasskey } from '../account/passkeys/access.ts';
import { findUnusedChallenge } from '../account/passkeys/passkey-sign-in.ts';
import type { PasskeyVerifier } from '../account/passkeys/passkey-verifier.ts';
import type { SignInChallenges } from '../account/passkeys/sign-in-challenges.ts';
import { checkInput } from '../commands/check-input.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { ACCOUNT_BODY, CREDENTIAL_BODY } from './account-body.ts';
import { type BeginSessionOptions, beginSession } from './begin-session.ts';
import { type InvitedSignInOptions, runWithInvite } from './invited-sign-in.ts';
import { LinkCookie } from './link-cookie.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

export interface PasskeySignInRouteOptions extends InvitedSignInOptions, BeginSessionOptions {
  read: Db;
  limits: RateLimits;
  verifier: PasskeyVerifier;
  challenges: SignInChallenges;
}

const challengeCookie = new LinkCookie('passkey');

/** A sign-in with a passkey: two steps at once, because the device has verified its person. */
export function passkeySignInRoute(app: FastifyInstance, options: PasskeySignInRouteOptions): void {
  const { limits, verifier } = options;
  const PUBLIC_BODY = { ...PUBLIC_ROUTE, ...ACCOUNT_BODY };
  app.post(
    '/api/account/passkey-sign-in/begin',
    PUBLIC_BODY,
    async (request, reply): Promise<PasskeyOptions> => {
      await limits.takeShared('accounts', networkAddress(request.ip));
      const { origin, read, challenges } = options;
      const shared = await findUnusedChallenge(read, challenges, challengeCookie.read(request, origin));
      const challenge = shared ?? createChallenge(reply, options);
      return { options: await verifier.createSignInOptions(challenge) };
    },
  );

  const PUBLIC_CREDENTIAL = { ...PUBLIC_ROUTE, ...CREDENTIAL_BODY };
  app.post('/api/account/passkey-sign-in', PUBLIC_CREDENTIAL, async (request, reply) => {
    await limits.takeShared('sign_in', networkAddress(request.ip));
    await runWithInvite(request, reply, options, () => signIn(request, reply, options));
    return {};
  });
}

function createChallenge(reply: FastifyReply, { origin, challenges }: PasskeySignInRouteOptions): string {
  const { code, challenge } = challenges.create();
  challengeCookie.set(reply, origin, code);
  return challenge;
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  options: PasskeySignInRouteOptions,
): Promise<void> {
  const { origin, read, writer, verifier, challenges } = options;
  const { credential } = checkInput(PasskeySignIn, request.body);
  const challenge = challenges.find(challengeCookie.read(request, origin));
  if (!challenge) throw new CommandError('not_found', 'That took too long. Try again.');
  const passkey = await accessPasskey(read, credential.id);
  const counter = await verifier.verifySignIn(credential, passkey, challenge.challenge);
  const { id, userId: uid } = passkey;
  const session = createSession(request.headers['user-agent']);
  await writer.write('sign_in_by_passkey', SYSTEM_CALLER, { uid, id, counter, challenge, session });
  await beginSession(request, reply, { uid, session }, options);
  challengeCookie.remove(reply, origin);
}

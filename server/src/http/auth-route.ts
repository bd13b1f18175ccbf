import { CommandError, MAX_EMAIL_LENGTH } from '@snug/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../account/auth.ts';
import { runWithQueryFailure, throwQueryFailure } from '../account/auth-dialect.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { PasswordHashQueue } from '../account/passwords/password-hash-queue.ts';
import { runCallback } from '../account/provider-link.ts';
import { runWithReason } from '../account/provider-problem.ts';
import { runSignIn } from '../account/two-step/pending-sign-in.ts';
import type { LimitName } from '../limits/default-rates.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { callAuthLibrary, copyHeaders } from './auth-library.ts';
import { type ClaimCookieOptions, runClaimRequest } from './claim-cookie.ts';
import { POPUP_OPENER_POLICY } from './headers.ts';
import { type InvitedSignInOptions, runWithInvite } from './invited-sign-in.ts';
import { type LinkProofOptions, runLinkRequest } from './link-proof.ts';
import type { OriginCheck } from './origin-check.ts';
import { readAccountKey, readEmail, signInByPassword } from './password-sign-in.ts';
import { PUBLIC_ROUTE } from './require-session.ts';
import { getCodePage, holdSignIn } from './sign-in-cookie.ts';

/** Of the accounts library, if the address has an account. */
const TAKEN_STATUS = 422;

const MAX_BODY_BYTES = 16 * 1024;

/** With their limits per network address. Snug does not need the library's other routes, and an update may add some. */
const LIMIT_BY_PATH: Record<'GET' | 'POST', Record<string, LimitName>> = {
  GET: { 'get-session': 'accounts' },
  POST: {
    'sign-in/email': 'sign_in',
    'sign-up/email': 'sign_up',
    'sign-in/social': 'provider_sign_in',
    'link-social': 'provider_sign_in',
    'sign-out': 'accounts',
  },
};

export interface AuthRouteOptions extends InvitedSignInOptions, LinkProofOptions, ClaimCookieOptions {
  auth: Auth;
  origins: Pick<OriginCheck, 'isOwn'>;
  limits: RateLimits;
  hashes: PasswordHashQueue;
  /** Undefined without a mail server. */
  mails?: AccountMails | undefined;
}

const SIGNED_IN_PATHS: readonly string[] = ['link-social'];

// A session's token belongs in an HttpOnly cookie, so responses that scripts can read must not contain it.
function removeTokens(body: string): string {
  if (body === '') return body;
  return JSON.stringify(JSON.parse(body, (key, value: unknown) => (key === 'token' ? undefined : value)));
}

/** In the background. Too many mails do not prevent a sign-up: the Dashboard requests another one. */
function confirmNewEmail(body: string, address: string, { mails }: AuthRouteOptions): void {
  const { id, email } = (JSON.parse(body) as { user: { id: string; email: string } }).user;
  mails?.admit(address, email).then(
    () => mails.sendConfirmation(id, email),
    () => {},
  );
}

/** Of a sign-up. The answer for the address of an import is the same as for every other one that has an account. */
function sendSignUpMail(
  response: Response,
  { body, request, address }: { body: string; request: FastifyRequest; address: string },
  options: AuthRouteOptions,
): void {
  if (response.ok) return confirmNewEmail(body, address, options);
  const email = readAccountKey(request.body);
  if (response.status !== TAKEN_STATUS || email === undefined) return;
  const { mails } = options;
  mails?.admit(address, email).then(
    () => mails.sendTakenSignUp(email),
    () => {},
  );
}

const HASHING_PATHS: readonly string[] = ['sign-in/email', 'sign-up/email'];

/** The accounts library's routes under `/api/auth/`. The library checks the origin itself. */
export function authRoute(app: FastifyInstance, options: AuthRouteOptions): void {
  for (const [method, paths] of Object.entries(LIMIT_BY_PATH)) {
    for (const [path, limit] of Object.entries(paths)) {
      app.route({
        method,
        url: `/api/auth/${path}`,
        bodyLimit: MAX_BODY_BYTES,
        ...(!SIGNED_IN_PATHS.includes(path) && PUBLIC_ROUTE),
        handler: async (request, reply) => {
          const address = networkAddress(request.ip);
          await options.limits.takeShared(limit, address);
          assertEmailLength(request.body);
          const handle = path === 'sign-in/email' ? signInByPassword : callAuthLibrary;
          const work = () => throwQueryFailure(() => handle(request, options));
          const { result: response, pendingCode } = await runSignIn(() => {
            if (path === 'link-social') return runLinkRequest(request, options, work);
            if (path === 'sign-in/social') return runClaimRequest(request, options, work);
            if (!HASHING_PATHS.includes(path)) return work();
            return runWithInvite(request, reply, options, () =>
              options.hashes.run(address, readAccountKey(request.body), work),
            );
          });
          if (pendingCode !== undefined && response.ok) {
            holdSignIn(response, reply, options.origin, pendingCode);
            return { needsCode: true };
          }
          copyHeaders(response, reply);
          if (path === 'sign-out' && response.ok) reply.header('clear-site-data', '"cache"');
          // The response deletes the cookie of an expired session. It would also delete the cookie of a concurrent sign-in.
          if (path === 'get-session') reply.removeHeader('set-cookie');
          const body = removeTokens(await response.text());
          if (path === 'sign-up/email') sendSignUpMail(response, { body, request, address }, options);
          return reply.send(body);
        },
      });
    }
  }
  callbackRoute(app, options);
}

/** The errors of the accounts library if a request to the provider or its response fails. */
const FAILED_STEPS: readonly string[] = ['invalid_code', 'unable_to_get_user_info'];

function withError(location: string, error: string): string {
  return location.replace(/([?&]error=)[a-z_]+/, `$1${error}`);
}

function callbackRoute(app: FastifyInstance, options: AuthRouteOptions): void {
  // A person sees this window, so errors lead to a page instead of JSON.
  const failed = (reply: FastifyReply, error: string) =>
    reply.redirect(`${options.origin}/linking.html?error=${error}`, 302);
  app.get('/api/auth/callback/:provider', PUBLIC_ROUTE, async (request, reply) => {
    reply.header('cross-origin-opener-policy', POPUP_OPENER_POLICY);
    try {
      await options.limits.takeShared('provider_sign_in', networkAddress(request.ip));
    } catch (error) {
      if (error instanceof CommandError) return failed(reply, error.code);
      throw error;
    }
    const callLibrary = () => runWithQueryFailure(() => callAuthLibrary(request, options));
    const { result: outcome, reason } = await runWithReason(() =>
      runCallback(() => runSignIn(() => runWithInvite(request, reply, options, callLibrary))),
    );
    const { result, linkedUid } = outcome;
    const {
      result: { answer: response, failure },
      pendingCode,
    } = result;
    if (linkedUid !== undefined) options.mails?.notify(linkedUid, 'account_linked');
    if (pendingCode === undefined) copyHeaders(response, reply);
    else holdSignIn(response, reply, options.origin, pendingCode);
    // The library validates a URL before it parses and rebuilds it, which can change it.
    const end = new URL(response.headers.get('location') ?? '', options.origin);
    if (response.status >= 400 || !options.origins.isOwn(end.origin))
      return failed(reply, failure?.code ?? 'failed');
    if (pendingCode !== undefined) reply.header('location', getCodePage(options.origin, end));
    if (reason !== undefined && FAILED_STEPS.includes(end.searchParams.get('error') ?? ''))
      reply.header('location', withError(response.headers.get('location') ?? '', `provider_${reason}`));
    return reply.send();
  });
}

/** Throws `invalid_input` for an address above the maximum length. */
function assertEmailLength(body: unknown): void {
  if ((readEmail(body)?.length ?? 0) > MAX_EMAIL_LENGTH)
    throw new CommandError(
      'invalid_input',
      `The e-mail address must be at most ${MAX_EMAIL_LENGTH} characters`,
    );
}

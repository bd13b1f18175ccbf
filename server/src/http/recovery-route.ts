import { AccountRecovery, CommandError, type RecoveryState } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import type { PasswordVerifier } from '../account/passwords/password-verifier.ts';
import { readRecovery } from '../account/recovery/recover-account.ts';
import type { SessionCloser } from '../account/session-closer.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import { checkInput } from '../commands/check-input.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import { LinkCookie } from './link-cookie.ts';
import { PUBLIC_ROUTE } from './require-session.ts';

export interface RecoveryRouteOptions {
  origin: string;
  read: Db;
  now: () => number;
  writer: AccountWriter;
  limits: RateLimits;
  passwords: PasswordVerifier;
  sessionCloser: Pick<SessionCloser, 'close'>;
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
}

const recoveryCookie = new LinkCookie('recovery');

/**
 * `GET /recover/<code>` leads to a page for a new password. It looks nothing up, so it is the same for every code, and the page
 * and the history of the browser do not contain the code.
 */
export function recoveryRoute(app: FastifyInstance, options: RecoveryRouteOptions): void {
  const { origin, limits } = options;
  app.get<{ Params: { code: string } }>('/recover/:code', PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    recoveryCookie.set(reply, origin, request.params.code);
    return reply.redirect('/recover', 302);
  });

  app.get('/api/account/recovery', PUBLIC_ROUTE, async (request): Promise<RecoveryState> => {
    const { name, needsEmail } = await findRecovery(request, options);
    return { name, needsEmail };
  });

  app.post('/api/account/recovery', { ...PUBLIC_ROUTE, ...ACCOUNT_BODY }, async (request, reply) => {
    await recoverAccount(request, options);
    recoveryCookie.remove(reply, origin);
    return {};
  });
}

async function recoverAccount(request: FastifyRequest, options: RecoveryRouteOptions): Promise<void> {
  const { limits, passwords, writer, sessionCloser, mails } = options;
  const { newPassword, email } = checkInput(AccountRecovery, request.body);
  const address = networkAddress(request.ip);
  await limits.takeShared('sign_in', address);
  const { uid, hash } = await findRecovery(request, options);
  const passwordHash = await passwords.hash({ email: uid, address }, newPassword);
  const recovery = { uid, hash, passwordHash, email };
  const { sessionIds } = await writer.write('recover_account', SYSTEM_CALLER, recovery);
  sessionCloser.close(sessionIds);
  mails?.notify(uid, 'account_recovered');
}

/** Throws `not_found` for every link that does not work, and `rate_limited` after too many of these errors. */
async function findRecovery(request: FastifyRequest, { origin, read, now, limits }: RecoveryRouteOptions) {
  const hash = hashSecretCode(recoveryCookie.read(request, origin));
  return limits.limitFailures('invite_failures', networkAddress(request.ip), async () => {
    const recovery = await readRecovery(read, hash, now());
    if (!recovery) throw new CommandError('not_found');
    return { ...recovery, hash };
  });
}

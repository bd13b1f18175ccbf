import { CommandError, ForgottenPassword } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import { findAccountLabel } from '../account/emails/account-label.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import { accessLink } from '../account/recovery/access.ts';
import { hashSecretCode } from '../base/secret-code.ts';
import { checkInput } from '../commands/check-input.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import { LinkCookie } from './link-cookie.ts';
import { getSession, PUBLIC_ROUTE } from './require-session.ts';

export interface EmailRouteOptions {
  origin: string;
  read: Db;
  now: () => number;
  writer: AccountWriter;
  limits: RateLimits;
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
}

const emailCookie = new LinkCookie('email');

/** Requests for mails, and the links in them that confirm an address. */
export function emailRoute(app: FastifyInstance, options: EmailRouteOptions): void {
  const { origin, limits } = options;
  app.post('/api/account/forgotten', { ...PUBLIC_ROUTE, ...ACCOUNT_BODY }, async request => {
    const mails = requireMails(options);
    const { email } = checkInput(ForgottenPassword, request.body);
    await mails.admit(networkAddress(request.ip), email);
    mails.sendRecovery(email);
    return {};
  });

  app.post('/api/account/verification', ACCOUNT_BODY, async request => {
    const mails = requireMails(options);
    const { uid } = getSession(request).me;
    const email = await findAccountLabel(options.read, uid);
    if (email === undefined) throw new CommandError('forbidden', 'Add an email first');
    await mails.admit(networkAddress(request.ip), email);
    mails.sendConfirmation(uid, email);
    return {};
  });

  // It looks nothing up, so it is the same for every code.
  app.get<{ Params: { code: string } }>('/confirm-email/:code', PUBLIC_ROUTE, async (request, reply) => {
    limits.take('invites', networkAddress(request.ip));
    emailCookie.set(reply, origin, request.params.code);
    return reply.redirect('/confirm-email', 302);
  });

  app.post('/api/account/confirmation', { ...PUBLIC_ROUTE, ...ACCOUNT_BODY }, async (request, reply) => {
    const email = await confirmEmail(request, options);
    emailCookie.remove(reply, origin);
    return { email };
  });
}

function requireMails({ mails }: EmailRouteOptions): AccountMails {
  if (!mails) throw new CommandError('not_found', 'This server sends no mail');
  return mails;
}

/** Throws `not_found` for every link that does not work, and `rate_limited` after too many of these errors. */
async function confirmEmail(request: FastifyRequest, options: EmailRouteOptions): Promise<string> {
  const { origin, read, now, writer, limits, mails } = options;
  const hash = hashSecretCode(emailCookie.read(request, origin));
  const { uid } = await limits.limitFailures('invite_failures', networkAddress(request.ip), () =>
    accessLink(read, { hash, kind: 'email' }, now()),
  );
  const { email, previous } = await writer.write('confirm_email', SYSTEM_CALLER, { uid, hash });
  if (previous !== undefined) mails?.notifyPreviousEmail(previous);
  return email;
}

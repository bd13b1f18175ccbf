import { AccountDeletion, CommandError, EmailChange, PasswordChange } from '@snug/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import type { Auth } from '../account/auth.ts';
import type { ACCOUNT_DELETION_MUTATIONS } from '../account/deletion/account-erasure.ts';
import type { AccountMails } from '../account/mails/account-mails.ts';
import { createSession } from '../account/new-session.ts';
import type { PasswordVerifier } from '../account/passwords/password-verifier.ts';
import { isPlaceholderEmail } from '../account/provider-profile.ts';
import type { Reauthentication } from '../account/reauthentication.ts';
import type { SessionCloser } from '../account/session-closer.ts';
import { serializeSessionCookie } from '../account/session-cookie.ts';
import { checkInput } from '../commands/check-input.ts';
import type { MutationWriter } from '../db/writer.ts';
import { networkAddress } from '../limits/network-address.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { ACCOUNT_BODY } from './account-body.ts';
import { getSession } from './require-session.ts';

export interface AccountRouteOptions {
  origin: string;
  auth: Pick<Auth, '$context'>;
  writer: AccountWriter & MutationWriter<Pick<typeof ACCOUNT_DELETION_MUTATIONS, 'delete_account'>>;
  limits: RateLimits;
  passwords: PasswordVerifier;
  reauthentication: Reauthentication;
  sessionCloser: Pick<SessionCloser, 'close' | 'closeReplaced'>;
  /** Undefined without a mail server. */
  mails: AccountMails | undefined;
}

/** Changes of a person's ways to sign in: routes, because they need a password or set the cookie of a session. */
export function accountRoute(app: FastifyInstance, options: AccountRouteOptions): void {
  app.post('/api/account/password', ACCOUNT_BODY, async (request, reply) => {
    reply.header('set-cookie', await changePassword(request, options));
    return {};
  });
  app.post('/api/account/email', ACCOUNT_BODY, async request => ({
    isSent: await changeEmail(request, options),
  }));
  app.post('/api/account/delete', ACCOUNT_BODY, async request => {
    await deleteAccount(request, options);
    return {};
  });
}

/** With mail, the new address first confirms itself, and the answer is the same if it has an account. Returns whether a mail is on its way. */
async function changeEmail(request: FastifyRequest, options: AccountRouteOptions): Promise<boolean> {
  const { writer, limits, reauthentication, mails } = options;
  const caller = getSession(request);
  const { email, password } = checkInput(EmailChange, request.body);
  const address = networkAddress(request.ip);
  // An error shows who has an account, as at a sign-up.
  await limits.takeShared('sign_up', address);
  await reauthentication.confirm(caller, address, password);
  if (!mails) {
    await writer.write('set_email', { uid: caller.me.uid, sessionId: caller.id }, { email });
    return false;
  }
  await mails.admit(address, email);
  mails.sendConfirmation(caller.me.uid, email, caller.id);
  return true;
}

/** Also for a first password. Returns the cookie of a new session, which replaces all others. */
async function changePassword(request: FastifyRequest, options: AccountRouteOptions): Promise<string> {
  const { auth, origin, writer, limits, passwords, reauthentication, sessionCloser, mails } = options;
  const caller = getSession(request);
  const { password, newPassword } = checkInput(PasswordChange, request.body);
  const address = networkAddress(request.ip);
  await limits.takeShared('sign_in', address);
  const { owner, hash: currentHash } = await reauthentication.confirm(caller, address, password);
  if (isPlaceholderEmail(owner.email)) throw new CommandError('forbidden', 'Add an email first');
  const newHash = await passwords.hash(owner, newPassword);
  const session = createSession(request.headers['user-agent']);
  const change = { currentHash, newHash, session };
  const { sessionIds } = await writer.write(
    'set_password',
    { uid: caller.me.uid, sessionId: caller.id },
    change,
  );
  sessionCloser.closeReplaced(sessionIds);
  mails?.notify(caller.me.uid, 'password_changed');
  return serializeSessionCookie(origin, session.token, (await auth.$context).secret);
}

async function deleteAccount(request: FastifyRequest, options: AccountRouteOptions): Promise<void> {
  const { writer, limits, reauthentication, sessionCloser } = options;
  const caller = getSession(request);
  const { messages, password } = checkInput(AccountDeletion, request.body);
  const address = networkAddress(request.ip);
  await limits.takeShared('sign_in', address);
  await reauthentication.confirm(caller, address, password);
  const { uid } = caller.me;
  const { sessionIds } = await writer.write('delete_account', { uid }, { erasesWords: messages === 'erase' });
  sessionCloser.close(sessionIds);
}

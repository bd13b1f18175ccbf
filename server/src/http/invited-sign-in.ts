import { CommandError } from '@snug/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountWriter } from '../account/account-mutations.ts';
import { type BrowserInvite, runWithBrowserInvite } from '../account/browser-invite.ts';
import type { UsableInvite } from '../people/invites/access.ts';
import { createSignUpError } from '../people/invites/invited-sign-up.ts';
import { type FixedSettings, readSetting } from '../workspace/settings/settings.ts';
import { findCookieInvite, type InviteCookieOptions, inviteCookie } from './invite-cookie.ts';
import { findCookieSetup, type SetupCookieOptions, setupCookie } from './setup-cookie.ts';

const SIGN_UP_URL = '/api/auth/sign-up/email';

export interface InvitedSignInOptions extends InviteCookieOptions, SetupCookieOptions {
  fixed: FixedSettings;
  writer: AccountWriter;
}

/**
 * Runs a sign-in or sign-up with the invitation of the browser, whose rooms the person then joins, and with its setup link,
 * which makes them the workspace admin. With the link, nobody needs an invitation, and sign-up is not closed: the first person of a
 * server has no other way.
 */
export async function runWithInvite<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  options: InvitedSignInOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const setup = await findCookieSetup(request, options);
  const found = await findCookieInvite(request, options);
  // The first admin is no guest.
  const invite = setup !== undefined && found?.guest ? undefined : found;
  const policy = await readSetting(options.read, options.fixed, 'sign_up');
  const signUp = policy === 'closed' && setup !== undefined ? 'invite' : policy;
  // Nobody becomes a member by a link for guests that was used up meanwhile.
  const isRequired = (signUp === 'invite' && setup === undefined) || invite?.guest === 1;
  if (request.url === SIGN_UP_URL) {
    // Before the library looks for the address: the response must not reveal it.
    if (signUp === 'closed') throw new CommandError('forbidden', "You can't sign up here. Ask an admin.");
    if (isRequired && !invite) throw createSignUpError();
  }
  const hasLink = invite !== undefined || setup !== undefined;
  const browser: BrowserInvite | undefined = hasLink ? { invite, isRequired, isTaken: false } : undefined;
  const result = await runWithBrowserInvite({ signUp, invite: browser }, work);
  const { uid } = browser ?? {};
  if (uid === undefined) return result;
  if (invite) {
    await redeemInvite(invite, uid, options.writer);
    inviteCookie.remove(reply, options.origin);
  }
  if (setup !== undefined) {
    await ignoreRejection(options.writer.write('redeem_setup', { uid }, { hash: setup }));
    setupCookie.remove(reply, options.origin);
  }
  return result;
}

/** After a sign-up, the person is in the rooms already. */
async function redeemInvite(invite: UsableInvite, uid: string, writer: AccountWriter): Promise<void> {
  const { id, createdBy, roomIds } = invite;
  await ignoreRejection(writer.write('redeem_invite', { uid }, { id, createdBy, roomIds }));
}

/** The sign-in counts, also if the person is banned or in too many rooms, or if another person was faster. */
async function ignoreRejection(redemption: Promise<unknown>): Promise<void> {
  try {
    await redemption;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
}

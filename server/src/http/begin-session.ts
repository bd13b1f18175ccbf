import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from '../account/auth.ts';
import { getBrowserInvite } from '../account/browser-invite.ts';
import type { NewSession } from '../account/new-session.ts';
import { readSessionToken, serializeSessionCookie } from '../account/session-cookie.ts';
import { runAsReplacement, type SessionEvents } from '../account/session-hooks.ts';

export interface BeginSessionOptions {
  auth: Auth;
  origin: string;
  sessionEvents: Pick<SessionEvents, 'onStarted'>;
}

/** Sets the cookie of a stored session, and ends the browser's previous one. */
export async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { uid, session }: { uid: string; session: NewSession },
  { auth, origin, sessionEvents }: BeginSessionOptions,
): Promise<void> {
  await endPreviousSession(request, auth);
  reply.header('set-cookie', serializeSessionCookie(origin, session.token, (await auth.$context).secret));
  await sessionEvents.onStarted({ id: session.id, userId: uid });
  const browser = getBrowserInvite();
  if (browser) browser.uid = uid;
}

/** As after a sign-in of the accounts library: its person could no longer sign out of it. */
async function endPreviousSession({ headers }: FastifyRequest, auth: Auth): Promise<void> {
  const { authCookies, secret, internalAdapter } = await auth.$context;
  const token = readSessionToken(headers.cookie ?? '', authCookies.sessionToken.name, secret);
  if (token !== undefined) await runAsReplacement(() => internalAdapter.deleteSession(token));
}

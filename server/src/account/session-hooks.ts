import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth';
import { getBrowserInvite } from './browser-invite.ts';
import { isDirectoryAdmin } from './provider-problem.ts';
import { getExpiresAt } from './session-expiry.ts';
import { isSignInPending } from './two-step/pending-sign-in.ts';

interface SessionRef {
  id: string;
  userId: string;
}

/** The accounts library waits for each of these to resolve. */
export interface SessionEvents {
  readonly onStarted: (session: SessionRef) => Promise<void>;
  /** Also if a second step is still missing: the directory decides about the person, and not about the session. */
  readonly onDirectoryRole?: (uid: string, isAdmin: boolean) => Promise<void>;
  /** Called before the session is deleted: signed out, replaced or expired. */
  readonly onEnding: (session: SessionRef) => Promise<void>;
  /** `isReplaced`: the browser gets the cookie of another session with this response. */
  readonly onEnded: (session: SessionRef, isReplaced: boolean) => Promise<void>;
}

/** True while a sign-in ends the previous session of its browser: the library passes the hook nothing but the session. */
const replacement = new AsyncLocalStorage<true>();

type Hooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** `now`: the store's clock. */
export function createSessionHooks(
  { onStarted, onDirectoryRole, onEnding, onEnded }: SessionEvents,
  now: () => number,
): Hooks {
  return {
    create: {
      before: async session => {
        const createdAt = new Date(now());
        const lifetime = session.expiresAt.getTime() - session.createdAt.getTime();
        const expiresAt = new Date(Math.min(+createdAt + lifetime, getExpiresAt(+createdAt, +createdAt)));
        return { data: { createdAt, updatedAt: createdAt, expiresAt } };
      },
      after: async (session, context) => {
        const isAdmin = isDirectoryAdmin();
        if (isAdmin !== undefined) await onDirectoryRole?.(session.userId, isAdmin);
        // There is no session yet, and the previous one goes on.
        if (isSignInPending()) return;
        if (context) await endReplacedSession(session.token, context);
        const browser = getBrowserInvite();
        if (browser) browser.uid = session.userId;
        await onStarted(session);
      },
    },
    delete: {
      before: onEnding,
      after: session => onEnded(session, replacement.getStore() === true),
    },
  };
}

/** A new sign-in ends the browser's previous session, because its person could no longer sign out of it. */
async function endReplacedSession(
  token: string,
  { context, getSignedCookie }: GenericEndpointContext,
): Promise<void> {
  const previousToken = await getSignedCookie(context.authCookies.sessionToken.name, context.secret);
  if (!previousToken || previousToken === token) return;
  await runAsReplacement(() => context.internalAdapter.deleteSession(previousToken));
}

/** The browser gets the cookie of another session in place of the ended one. */
export function runAsReplacement<Result>(work: () => Promise<Result>): Promise<Result> {
  return replacement.run(true, work);
}

import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth';
import { getExpiresAt } from './session-expiry.ts';

interface SessionRef {
  id: string;
  userId: string;
}

/** What the accounts library tells of sessions, waiting for each to resolve. */
export interface SessionEvents {
  readonly onStarted: (session: SessionRef) => Promise<void>;
  /** Signed out, replaced or found to be over: it is about to be deleted. */
  readonly onEnding: (session: SessionRef) => Promise<void>;
  readonly onEnded: (session: SessionRef) => Promise<void>;
}

type Hooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** What happens around the beginning and the end of a session. */
export function createSessionHooks({ onStarted, onEnding, onEnded }: SessionEvents): Hooks {
  return {
    create: {
      before: async ({ createdAt, expiresAt }) => {
        const signedInAt = createdAt.getTime();
        const first = Math.min(expiresAt.getTime(), getExpiresAt(signedInAt, signedInAt));
        return { data: { expiresAt: new Date(first) } };
      },
      after: async (session, context) => {
        if (context) await endReplacedSession(session.token, context);
        await onStarted(session);
      },
    },
    delete: { before: onEnding, after: onEnded },
  };
}

/** Signing in again ends the session that this browser had: nobody would ever sign out of it. */
async function endReplacedSession(
  token: string,
  { context, getSignedCookie }: GenericEndpointContext,
): Promise<void> {
  const previousToken = await getSignedCookie(context.authCookies.sessionToken.name, context.secret);
  if (previousToken && previousToken !== token) await context.internalAdapter.deleteSession(previousToken);
}

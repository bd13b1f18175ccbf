import type { BetterAuthOptions, GenericEndpointContext } from 'better-auth';
import { overAt } from './session-expiry.ts';

interface SessionOfPerson {
  id: string;
  userId: string;
}

/** What the accounts library tells of sessions, waiting for each to resolve. */
export interface SessionEvents {
  readonly begun: (session: SessionOfPerson) => Promise<void>;
  /** Signed out, replaced or found to be over: it is about to be deleted. */
  readonly ending: (session: SessionOfPerson) => Promise<void>;
  readonly ended: (session: SessionOfPerson) => Promise<void>;
}

type Hooks = NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>;

/** What happens around the beginning and the end of a session. */
export function sessionHooks({ begun, ending, ended }: SessionEvents): Hooks {
  return {
    create: {
      before: async ({ createdAt, expiresAt }) => {
        const signedInAt = createdAt.getTime();
        const first = Math.min(expiresAt.getTime(), overAt(signedInAt, signedInAt));
        return { data: { expiresAt: new Date(first) } };
      },
      after: async (session, context) => {
        if (context) await endReplaced(session.token, context);
        await begun(session);
      },
    },
    delete: { before: ending, after: ended },
  };
}

/** Signing in again ends the session that this browser had: nobody would ever sign out of it. */
async function endReplaced(
  token: string,
  { context, getSignedCookie }: GenericEndpointContext,
): Promise<void> {
  const before = await getSignedCookie(context.authCookies.sessionToken.name, context.secret);
  if (before && before !== token) await context.internalAdapter.deleteSession(before);
}

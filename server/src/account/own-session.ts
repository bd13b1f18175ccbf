import { CommandError } from '@snug/protocol';
import type { Caller } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findSignInTime } from './session-store.ts';

/**
 * For changes of the ways into an account, under the lock of its person: the check of a password takes a while, and a recovery, a new
 * password or a sign-out that was stored meanwhile has ended the session. Throws `unauthenticated`.
 */
export async function requireOwnSession(db: Db, { sessionId }: Caller): Promise<void> {
  if (sessionId !== undefined && (await findSignInTime(db, sessionId)) === undefined)
    throw new CommandError('unauthenticated');
}

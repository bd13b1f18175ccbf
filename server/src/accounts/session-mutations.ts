import { CommandError } from '@snug/protocol';
import type { Mutation, MutationContext, MutationResult } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { runStatement } from '../invites/invited-sign-up.ts';
import { setPresences } from '../presence/presence.ts';
import { deleteIncompleteUsers } from './incomplete-sign-ups.ts';
import { assertMaySignIn } from './new-session.ts';
import { getExpiresAt } from './session-expiry.ts';
import { deleteExpired, deleteSession, deleteSessions, findSignInTime, touch } from './session-store.ts';

/** Ends all sessions of a person and puts them offline, under their lock. */
export async function endSessionsOf(
  db: Db,
  call: MutationContext,
  uid: string,
): Promise<MutationResult<{ sessionIds: string[] }>> {
  const { publications } = await setPresences.run(db, call, { changes: [{ uid, state: 'offline' }] });
  return { output: { sessionIds: await deleteSessions(db, uid) }, publications };
}

/** The caller of the mutation closes the sockets. */
export const signOutEverywhere: Mutation<object, { sessionIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  run: (db, call) => endSessionsOf(db, call, call.uid),
};

/** Ends one session of the caller. The caller of the mutation closes its sockets. */
export const endSession: Mutation<{ id: string }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { id }) {
    if (!(await deleteSession(db, uid, id))) throw new CommandError('not_found');
    return { output: {}, publications: [] };
  },
};

/** A sign-in of the accounts library. A suspension ends what was stored before it, and prevents what would come after it. */
export const insertSession: Mutation<
  { sql: string; parameters: readonly unknown[]; userId: string },
  Awaited<ReturnType<typeof runStatement>>
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { userId }) => [`person:${userId}`],

  async run(db, _call, { userId, ...statement }) {
    await assertMaySignIn(db, userId);
    return { output: await runStatement(db, statement), publications: [] };
  },
};

/** Extends a session in use. A session that was signed out meanwhile stays so. */
export const touchSession: Mutation<{ sessionId: string }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { now }, { sessionId }) {
    const signedInAt = await findSignInTime(db, sessionId);
    if (signedInAt !== undefined) await touch(db, sessionId, now, getExpiresAt(signedInAt, now));
    return { output: {}, publications: [] };
  },
};

export const deleteExpiredSessions: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await deleteExpired(db, now, limit) }, publications: [] };
  },
};

export const deleteIncompleteSignUps: Mutation<
  { after: string; limit: number },
  { last: string | undefined }
> = {
  lockKeys: () => [],

  async run(db, { now }, { after, limit }) {
    return { output: { last: await deleteIncompleteUsers(db, now, after, limit) }, publications: [] };
  },
};

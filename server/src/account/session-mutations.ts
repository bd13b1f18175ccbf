import { CommandError } from '@snug/protocol';
import { hashSecretCode } from '../base/secret-code.ts';
import type { Mutation, MutationContext, MutationResult } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { findGuest } from '../people/guests/guest-store.ts';
import { runStatement } from '../people/invites/invited-sign-up.ts';
import { setPresences } from '../people/presence/presence.ts';
import { deleteIncompleteUsers } from './incomplete-sign-ups.ts';
import { assertMaySignIn } from './new-session.ts';
import { insertLink } from './recovery/one-time-link-store.ts';
import { getExpiresAt } from './session-expiry.ts';
import {
  capSessions,
  deleteExpired,
  deleteSession,
  deleteSessions,
  findSignInTime,
  touch,
} from './session-store.ts';
import { hasTwoStep } from './two-step/two-step-store.ts';

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

const PENDING_LIFETIME_MS = 10 * 60_000;

/**
 * A sign-in of the accounts library. A suspension ends what was stored before it, and prevents what would come after it. With
 * two-step verification, it stores no session, and the token becomes the code of a pending sign-in.
 */
export const insertSession: Mutation<
  { sql: string; parameters: readonly unknown[]; userId: string; token: string },
  Awaited<ReturnType<typeof runStatement>> & { isPending?: true }
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { userId }) => [`person:${userId}`],

  async run(db, { now }, { userId, token, ...statement }) {
    const guest = await assertMaySignIn(db, userId, now);
    if (!(await hasTwoStep(db, userId))) {
      const output = await runStatement(db, statement);
      await capSessions(db, userId, guest?.until ?? null);
      return { output, publications: [] };
    }
    const expiresAt = now + PENDING_LIFETIME_MS;
    const link = {
      hash: hashSecretCode(token),
      userId,
      kind: 'sign_in',
      email: null,
      noticeId: null,
    } as const;
    await insertLink(db, { ...link, expiresAt });
    return { output: { rows: [], numAffectedRows: 1n, isPending: true }, publications: [] };
  },
};

/** Extends a session in use. A session that was signed out meanwhile stays so. */
export const touchSession: Mutation<{ sessionId: string }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now, guest }, { sessionId }) {
    const signedInAt = await findSignInTime(db, sessionId);
    if (signedInAt !== undefined) await touch(db, sessionId, now, getExpiresAt(signedInAt, now));
    if (guest) await capSessions(db, uid, (await findGuest(db, uid))?.until ?? null);
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

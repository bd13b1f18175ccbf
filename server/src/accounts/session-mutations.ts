import { CommandError } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { setPresences } from '../presence/presence.ts';
import { deleteIncompleteUsers } from './incomplete-sign-ups.ts';
import { getExpiresAt } from './session-expiry.ts';
import { deleteExpired, deleteSession, deleteSessions, findSignInTime, touch } from './session-store.ts';

/** Ends all sessions of the caller and puts them offline. The caller of the mutation closes their sockets. */
export const signOutEverywhere: Mutation<object, { sessionIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call) {
    const changes = [{ uid: call.uid, state: 'offline' as const }];
    const { publications } = await setPresences.run(db, call, { changes });
    return { output: { sessionIds: await deleteSessions(db, call.uid) }, publications };
  },
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

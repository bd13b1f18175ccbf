import type { Mutation } from '../db/mutation.ts';
import { setPresence } from '../presence/presence.ts';
import { removeHalfMadeUsers } from './incomplete-sign-ups.ts';
import { overAt } from './session-expiry.ts';
import { findSignInTime, noteUse, removeOver, removeSessions } from './session-store.ts';

/** Ends all sessions of the caller, who is offline first. Their sockets are still to be closed. */
export const signOutEverywhere: Mutation<object, { sessionIds: string[] }> = {
  locks: ({ uid }) => [`person:${uid}`],

  async run(db, call) {
    const { publications } = await setPresence.run(db, call, { state: 'offline' });
    return { output: { sessionIds: await removeSessions(db, call.uid) }, publications };
  },
};

/** Puts off the end of a session that is used. One that was signed out meanwhile stays so. */
export const noteSessionUse: Mutation<{ sessionId: string }, object> = {
  locks: ({ uid }) => [`person:${uid}`],

  async run(db, { now }, { sessionId }) {
    const signedInAt = await findSignInTime(db, sessionId);
    if (signedInAt !== undefined) await noteUse(db, sessionId, now, overAt(signedInAt, now));
    return { output: {}, publications: [] };
  },
};

/** Strikes out at most `limit` sessions that are over, and answers with how many there were. */
export const removeOverSessions: Mutation<{ limit: number }, { count: number }> = {
  locks: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await removeOver(db, now, limit) }, publications: [] };
  },
};

/** Strikes out people whose sign-up was cut off, as `removeHalfMadeUsers`. */
export const removeHalfMade: Mutation<{ after: string; limit: number }, { last: string | undefined }> = {
  locks: () => [],

  async run(db, { now }, { after, limit }) {
    return { output: { last: await removeHalfMadeUsers(db, now, after, limit) }, publications: [] };
  },
};

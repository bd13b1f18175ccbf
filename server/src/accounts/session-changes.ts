import type { Mutation } from '../db/mutation.ts';
import { setPresence } from '../presence/presence.ts';
import { overAt } from './session-limits.ts';
import { findSignInTime, noteUse, removeSessions } from './session-store.ts';

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

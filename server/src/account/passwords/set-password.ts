import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { moveDevice } from '../../notifications/devices/device-store.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { insertSession, type NewSession } from '../new-session.ts';
import { moveNotices, readSeenUntil } from '../notices/notice-store.ts';
import { addNotice } from '../notices/notices.ts';
import { requireOwnSession } from '../own-session.ts';
import { deleteLinks } from '../recovery/one-time-link-store.ts';
import { deleteSessions } from '../session-store.ts';
import { findPasswordHash, storePasswordHash } from './password-store.ts';

export interface PasswordSetting {
  /** The hash that the caller's password has matched; null without a password. */
  currentHash: string | null;
  newHash: string;
  /** The session of the browser, with a new token, so a stolen token ends. */
  session: NewSession;
}

/** Ends all sessions and links of the caller, and begins one session. Returns the ended ones; the caller of the mutation closes their sockets. */
export const setPassword: Mutation<PasswordSetting, { sessionIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, sessionId, now }, { currentHash, newHash, session }) {
    await accessSelf(db, uid);
    if ((await findPasswordHash(db, uid)) !== currentHash)
      throw new CommandError('stale', 'Your password changed in the meantime. Use the new one.');
    await requireOwnSession(db, { uid, sessionId });
    await storePasswordHash(db, uid, newHash, now);
    await deleteLinks(db, uid);
    const from = sessionId ?? '';
    const seenUntil = await readSeenUntil(db, from);
    await insertSession(db, uid, session, now);
    await moveDevice(db, from, session.id);
    const sessionIds = await deleteSessions(db, uid, session.id);
    await moveNotices(db, { uid, from, to: session.id, seenUntil });
    const kind = currentHash === null ? 'password_added' : 'password_changed';
    // No event: all other sessions have ended.
    await addNotice(db, { uid, sessionId: session.id, now }, kind);
    return { output: { sessionIds }, publications: [] };
  },
};

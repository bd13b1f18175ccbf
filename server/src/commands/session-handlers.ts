import { describeDevice } from '../account/device.ts';
import { findSession, listSessions } from '../account/session-store.ts';
import { parseStoredTime } from '../db/stored-time.ts';
import type { Handlers } from './command-handler.ts';

export const sessionHandlers: Handlers<'list_sessions' | 'end_session' | 'sign_out_everywhere'> = {
  list_sessions: async ({ read, now }, { uid, sessionId }) => {
    const newest = await listSessions(read, uid, now());
    const own = newest.some(({ id }) => id === sessionId) ? [] : await findSession(read, sessionId);
    const sessions = [...own, ...newest].map(({ id, createdAt, userAgent }) => ({
      id,
      device: describeDevice(userAgent),
      signedInAt: parseStoredTime(createdAt),
      current: id === sessionId,
    }));
    return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  },

  end_session: async ({ writer, sessionCloser }, { uid }, { id }) => {
    await writer.write('end_session', { uid }, { id });
    sessionCloser.closeAfterResult([id]);
    return {};
  },

  sign_out_everywhere: async ({ writer, sessionCloser }, { uid }) => {
    const { sessionIds } = await writer.write('sign_out_everywhere', { uid }, {});
    sessionCloser.closeAfterResult(sessionIds);
    return {};
  },
};

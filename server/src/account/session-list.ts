import type { CommandOutput } from '@snug/protocol';
import type { Db } from '../db/schema.ts';
import { parseStoredTime } from '../db/stored-time.ts';
import { describeDevice } from './device.ts';
import { findSession, listSessions } from './session-store.ts';

/** The caller's own session first, then the newest. */
export async function readSessions(
  db: Db,
  { uid, sessionId, now }: { uid: string; sessionId: string; now: number },
): Promise<CommandOutput<'list_sessions'>> {
  const newest = await listSessions(db, uid, now);
  const own = newest.some(({ id }) => id === sessionId) ? [] : await findSession(db, sessionId);
  const sessions = [...own, ...newest].map(({ id, createdAt, userAgent }) => ({
    id,
    device: describeDevice(userAgent),
    signedInAt: parseStoredTime(createdAt),
    current: id === sessionId,
  }));
  return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}

import { type Notice, type NoticeKind, selfTopic, sessionTopic } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import type { Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { acknowledge, insertNotice, type NoticeRow, readNotices, readSeenUntil } from './notice-store.ts';

/** As long as a session can last: an attacker in an account can acknowledge a notice, but not for the sessions of its owner. */
const SHOWN_MS = 90 * 24 * 60 * 60_000;

/** Those that this session has to show. */
export async function listNotices(db: Db, uid: string, sessionId: string, now: number): Promise<Notice[]> {
  const seenUntil = (await readSeenUntil(db, sessionId)) ?? -1;
  const rows = await readNotices(db, uid);
  return rows
    .filter(
      row =>
        row.sessionId !== sessionId &&
        row.at > seenUntil &&
        (row.acknowledgedAt === null || now - row.at < SHOWN_MS),
    )
    .map(presentNotice);
}

/**
 * Returns its id, and the event for the other sessions that the person has now. `sessionId`: of the person, if they made the change
 * themselves.
 */
export async function addNotice(
  db: Db,
  { uid, sessionId, now }: Pick<MutationContext, 'uid' | 'sessionId' | 'now'>,
  kind: NoticeKind,
): Promise<{ id: string; publication: Publication }> {
  const row = { userId: uid, id: newId(), kind, at: now, sessionId: sessionId ?? null };
  await insertNotice(db, row);
  const event = { type: 'notice_added', notice: presentNotice({ ...row, usedAt: null }) } as const;
  const publication: Publication = { topic: selfTopic(uid), event };
  if (sessionId !== undefined) publication.exceptTopic = sessionTopic(sessionId);
  return { id: row.id, publication };
}

export const acknowledgeNotices: Mutation<{ sessionId: string; until: number }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { sessionId, until }) {
    // Not those of the future.
    await acknowledge(db, { uid, sessionId, until: Math.min(until, now) }, now);
    return { output: {}, publications: [] };
  },
};

function presentNotice({ id, kind, at, usedAt }: Pick<NoticeRow, 'id' | 'kind' | 'at' | 'usedAt'>): Notice {
  return { id, kind, at, ...(usedAt !== null && { usedAt }) };
}

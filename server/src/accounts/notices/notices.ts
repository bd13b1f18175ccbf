import { type Notice, selfTopic } from '@snug/protocol';
import type { Mutation, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { newId } from '../../ids.ts';
import { acknowledge, insertNotice, type NoticeRow, readNotices, readSeenUntil } from './notice-store.ts';

/** As long as a session can last: whoever takes an account over can acknowledge a notice, but not for the sessions of its owner. */
const SHOWN_MS = 90 * 24 * 60 * 60_000;

/** Those that this session has to show. */
export async function listNotices(db: Db, uid: string, sessionId: string, now: number): Promise<Notice[]> {
  const seenUntil = (await readSeenUntil(db, sessionId)) ?? -1;
  const rows = await readNotices(db, uid);
  return rows
    .filter(({ at, acknowledgedAt }) => at > seenUntil && (acknowledgedAt === null || now - at < SHOWN_MS))
    .map(presentNotice);
}

/** Returns its id, and the event for the sessions that the person has now. */
export async function addNotice(
  db: Db,
  uid: string,
  kind: 'recovery_link',
  now: number,
): Promise<{ id: string; publication: Publication }> {
  const row = { userId: uid, id: newId(), kind, at: now };
  await insertNotice(db, row);
  const notice = presentNotice({ ...row, usedAt: null });
  return { id: row.id, publication: { topic: selfTopic(uid), event: { type: 'notice_added', notice } } };
}

export const acknowledgeNotices: Mutation<{ sessionId: string; until: number }, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { sessionId, until }) {
    // Not those of the future.
    await acknowledge(db, { uid, sessionId, until: Math.min(until, now) }, now);
    return { output: {}, publications: [] };
  },
};

function presentNotice({ id, kind, at, usedAt }: Omit<NoticeRow, 'userId' | 'acknowledgedAt'>): Notice {
  return { id, kind, at, ...(usedAt !== null && { usedAt }) };
}

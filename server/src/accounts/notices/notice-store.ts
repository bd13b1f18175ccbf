import { MAX_NOTICES } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { AccountNoticeTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type NoticeRow = Selectable<AccountNoticeTable>;

const insertRow = prepared<[uid: string, id: string, kind: string, at: number], never>(
  `insert into "account_notices" ("userId", "id", "kind", "at") values ($1, $2, $3, $4)`,
);
const selectNewest = prepared<[uid: string, limit: number], NoticeRow>(
  `select * from "account_notices" where "userId" = $1 order by "id" desc limit $2`,
);
const removeBefore = prepared<[uid: string, id: string], never>(
  `delete from "account_notices" where "userId" = $1 and "id" < $2`,
);
const setUsed = prepared<[uid: string, id: string, now: number], never>(
  `update "account_notices" set "usedAt" = $3 where "userId" = $1 and "id" = $2`,
);
const setAcknowledged = prepared<[uid: string, until: number, now: number], never>(
  `update "account_notices" set "acknowledgedAt" = $3
   where "userId" = $1 and "at" <= $2 and "acknowledgedAt" is null`,
);
const selectSeen = prepared<[sessionId: string], { noticesSeenAt: number | null }>(
  `select "noticesSeenAt" from "sessions" where "id" = $1`,
);
const setSeen = prepared<[sessionId: string, uid: string, until: number], never>(
  `update "sessions" set "noticesSeenAt" = $3 where "id" = $1 and "userId" = $2`,
);

/** Of one person, the newest first. */
export async function readNotices(db: Db, uid: string): Promise<NoticeRow[]> {
  return selectNewest(db, uid, MAX_NOTICES);
}

/** Keeps the newest `MAX_NOTICES` of the person. */
export async function insertNotice(
  db: Db,
  row: Pick<NoticeRow, 'userId' | 'id' | 'kind' | 'at'>,
): Promise<void> {
  const { userId, id, kind, at } = row;
  await insertRow(db, userId, id, kind, at);
  const oldest = (await readNotices(db, userId)).at(-1);
  if (oldest) await removeBefore(db, userId, oldest.id);
}

export async function markUsed(db: Db, uid: string, id: string, now: number): Promise<void> {
  await setUsed(db, uid, id, now);
}

/** Until when the session has acknowledged them; undefined if it has acknowledged none. */
export async function readSeenUntil(db: Db, sessionId: string): Promise<number | undefined> {
  return (await selectSeen(db, sessionId))[0]?.noticesSeenAt ?? undefined;
}

export async function acknowledge(
  db: Db,
  { uid, sessionId, until }: { uid: string; sessionId: string; until: number },
  now: number,
): Promise<void> {
  await setAcknowledged(db, uid, until, now);
  await setSeen(db, sessionId, uid, until);
}

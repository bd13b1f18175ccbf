import { MAX_NOTICES } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { AccountNoticeTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type NoticeRow = Selectable<AccountNoticeTable>;

const insertRow = prepared<
  [uid: string, id: string, kind: string, at: number, sessionId: string | null],
  never
>(`insert into "account_notices" ("userId", "id", "kind", "at", "sessionId") values ($1, $2, $3, $4, $5)`);
const selectNewest = prepared<[uid: string, limit: number], NoticeRow>(
  `select * from "account_notices" where "userId" = $1 order by "id" desc limit $2`,
);
const remove = prepared<[uid: string, id: string], never>(
  `delete from "account_notices" where "userId" = $1 and "id" = $2`,
);
const setUsed = prepared<[uid: string, id: string, now: number], never>(
  `update "account_notices" set "usedAt" = $3 where "userId" = $1 and "id" = $2`,
);
const setAcknowledged = prepared<[uid: string, until: number, now: number, sessionId: string], never>(
  `update "account_notices" set "acknowledgedAt" = $3
   where "userId" = $1 and "at" <= $2 and "acknowledgedAt" is null
     and ("sessionId" is null or "sessionId" <> $4)`,
);
const setSession = prepared<[uid: string, from: string, to: string], never>(
  `update "account_notices" set "sessionId" = $3 where "userId" = $1 and "sessionId" = $2`,
);
const selectSeen = prepared<[sessionId: string], { noticesSeenAt: number | null }>(
  `select "noticesSeenAt" from "sessions" where "id" = $1`,
);
const setSeen = prepared<[sessionId: string, uid: string, until: number], never>(
  `update "sessions" set "noticesSeenAt" = $3 where "id" = $1 and "userId" = $2`,
);

/** Of one person, the newest first. */
export async function readNotices(db: Db, uid: string): Promise<NoticeRow[]> {
  return selectNewest(db, uid, MAX_NOTICES + 1);
}

/** Keeps `MAX_NOTICES` of the person, and of each kind the newest: many changes of one kind must not hide another. */
export async function insertNotice(
  db: Db,
  row: Pick<NoticeRow, 'userId' | 'id' | 'kind' | 'at' | 'sessionId'>,
): Promise<void> {
  const { userId, id, kind, at, sessionId } = row;
  await insertRow(db, userId, id, kind, at, sessionId);
  const notices = await readNotices(db, userId);
  if (notices.length > MAX_NOTICES) await remove(db, userId, findSurplus(notices));
}

/** The oldest one of the kind that has the most. */
function findSurplus(notices: readonly NoticeRow[]): string {
  const kinds = [...Map.groupBy(notices, ({ kind }) => kind).values()];
  const largest = kinds.toSorted((a, b) => b.length - a.length)[0];
  return largest?.at(-1)?.id ?? '';
}

export async function markUsed(db: Db, uid: string, id: string, now: number): Promise<void> {
  await setUsed(db, uid, id, now);
}

/** Until when the session has acknowledged them; undefined if it has acknowledged none. */
export async function readSeenUntil(db: Db, sessionId: string): Promise<number | undefined> {
  return (await selectSeen(db, sessionId))[0]?.noticesSeenAt ?? undefined;
}

/** The session `to` replaces `from`, which had acknowledged them until `seenUntil`. */
export async function moveNotices(
  db: Db,
  { uid, from, to, seenUntil }: { uid: string; from: string; to: string; seenUntil: number | undefined },
): Promise<void> {
  await setSession(db, uid, from, to);
  if (seenUntil !== undefined) await setSeen(db, to, uid, seenUntil);
}

export async function acknowledge(
  db: Db,
  { uid, sessionId, until }: { uid: string; sessionId: string; until: number },
  now: number,
): Promise<void> {
  await setAcknowledged(db, uid, until, now, sessionId);
  await setSeen(db, sessionId, uid, until);
}

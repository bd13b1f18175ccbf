import type { Status } from '@snug/protocol';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db, StatusTable } from '../../db/schema.ts';

export type StatusRow = Omit<StatusTable, 'userId'> & { uid: string };

const selectStatuses = preparedIn<[], StatusRow>(
  `select "userId" as "uid", "emoji", "text", "until", "pausedUntil", "version" from "statuses" where "userId" in ($values)`,
);
const upsertStatus = prepared<
  [uid: string, emoji: string | null, text: string | null, until: number | null],
  never
>(
  `insert into "statuses" as s ("userId", "emoji", "text", "until", "version") values ($1, $2, $3, $4, 1)
   on conflict ("userId") do update set "emoji" = excluded."emoji", "text" = excluded."text",
     "until" = excluded."until", "version" = s."version" + 1`,
);
const upsertPause = prepared<[uid: string, until: number | null], never>(
  `insert into "statuses" as s ("userId", "pausedUntil", "version") values ($1, $2, 1)
   on conflict ("userId") do update set "pausedUntil" = excluded."pausedUntil", "version" = s."version" + 1`,
);
const selectEndedStatuses = prepared<[now: number, limit: number], { uid: string }>(
  `select "userId" as "uid" from "statuses" where "until" is not null and "until" <= $1 order by "until" limit $2`,
);
const selectEndedPauses = prepared<[now: number, limit: number], { uid: string }>(
  `select "userId" as "uid" from "statuses" where "pausedUntil" is not null and "pausedUntil" <= $1
   order by "pausedUntil" limit $2`,
);

/** By person. Some may be over. */
export async function findStatuses(db: Db, uids: readonly string[]): Promise<Map<string, StatusRow>> {
  const rows = await selectStatuses(db, uids);
  return new Map(rows.map(row => [row.uid, row]));
}

export async function storeStatus(db: Db, uid: string, { emoji, text, until }: Status): Promise<void> {
  await upsertStatus(db, uid, emoji ?? null, text ?? null, until ?? null);
}

/** Null without a pause. */
export async function storePause(db: Db, uid: string, until: number | null): Promise<void> {
  await upsertPause(db, uid, until);
}

/** People whose status or pause is over, at most `limit` of each, the longest ended first. */
export async function listEnded(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = [...(await selectEndedStatuses(db, now, limit)), ...(await selectEndedPauses(db, now, limit))];
  return [...new Set(rows.map(({ uid }) => uid))];
}

import type { WebhookFailure } from '@snug/protocol';
import { readPositions } from '../../chat/rooms/room-access-store.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { WebhookRow } from './webhook-store.ts';

/** A webhook that may have changes to deliver. */
export interface WaitingWebhook {
  id: string;
  roomId: string;
  createdBy: string;
}

/** While its lease lasts, only one process delivers for it. */
export type LeasedWebhook = WaitingWebhook & Pick<WebhookRow, 'url' | 'seq' | 'failures' | 'failingSince'>;

type ListedWebhook = WaitingWebhook & Pick<WebhookRow, 'seq' | 'paused' | 'dueAt'>;

const IS_DUE = `"paused" is null and "dueAt" <= $1`;

const selectInRooms = preparedIn<[now: number], WaitingWebhook>(
  `select "id", "roomId", "createdBy" from "webhooks" where ${IS_DUE} and "roomId" in ($values)`,
);
// All of them, so that a page has a bounded number of rows, also if none waits.
const selectPage = prepared<[after: string, limit: number], ListedWebhook>(
  `select "id", "roomId", "createdBy", "seq", "paused", "dueAt" from "webhooks" where "id" > $1 order by "id" limit $2`,
);
const claim = prepared<
  [now: number, id: string, owner: string, until: number, ignoresLease: number],
  LeasedWebhook
>(
  `update "webhooks" set "owner" = $3, "until" = $4
   where "id" = $2 and ${IS_DUE} and ("until" is null or "until" <= $1 or $5 = 1)
     and exists (select 1 from "rooms" r where r."id" = "webhooks"."roomId" and r."deletedAt" is null and r."seq" > "webhooks"."seq")
     and not exists (select 1 from "suspensions" s where s."userId" = "webhooks"."createdBy")
   returning "id", "roomId", "createdBy", "url", "seq", "failures", "failingSince"`,
);
const selectOwned = prepared<[now: number, id: string, owner: string], { id: string }>(
  `select "id" from "webhooks" where "id" = $2 and "owner" = $3 and "until" > $1`,
);
const advance = prepared<
  [now: number, id: string, owner: string, seq: number, until: number],
  { createdBy: string }
>(
  `update "webhooks" set "seq" = $4, "until" = $5, "failures" = 0, "failingSince" = null, "problem" = null, "status" = null,
     "lastSuccessAt" = $1
   where "id" = $2 and "owner" = $3 and "until" > $1 returning "createdBy"`,
);
const release = prepared<[id: string, owner: string], never>(
  `update "webhooks" set "owner" = null, "until" = null where "id" = $1 and "owner" = $2`,
);
const fail = prepared<
  [id: string, owner: string, now: number, problem: string, status: number | null, dueAt: number],
  never
>(
  `update "webhooks" set "failures" = "failures" + 1, "failingSince" = coalesce("failingSince", $3), "problem" = $4, "status" = $5,
     "dueAt" = $6 where "id" = $1 and "owner" = $2`,
);
const pause = prepared<[id: string, owner: string, paused: string], never>(
  `update "webhooks" set "paused" = $3 where "id" = $1 and "owner" = $2`,
);

/** Those that are not paused or between two attempts. */
export function listInRooms(db: Db, roomIds: readonly string[], now: number): Promise<WaitingWebhook[]> {
  return selectInRooms(db, roomIds, now);
}

/** The waiting ones among the next `limit` webhooks, and the last of these, after which to go on. */
export async function readWaitingPage(
  db: Db,
  now: number,
  after: string,
  limit: number,
): Promise<{ waiting: WaitingWebhook[]; next: string | undefined }> {
  const rows = await selectPage(db, after, limit);
  const due = rows.filter(({ paused, dueAt }) => paused === null && dueAt <= now);
  const positions = await readPositions(db, [...new Set(due.map(({ roomId }) => roomId))]);
  const waiting = due.filter(({ roomId, seq }) => (positions.get(roomId) ?? 0) > seq);
  return { waiting, next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

/** Undefined if there is nothing to deliver now, or if another process delivers. */
export async function leaseWebhook(
  db: Db,
  now: number,
  { id, owner, until, ignoresLease }: { id: string; owner: string; until: number; ignoresLease: boolean },
): Promise<LeasedWebhook | undefined> {
  return (await claim(db, now, id, owner, until, ignoresLease ? 1 : 0))[0];
}

export async function isLeased(db: Db, now: number, id: string, owner: string): Promise<boolean> {
  return (await selectOwned(db, now, id, owner)).length > 0;
}

/** Returns the creator of the webhook; undefined if another process may have the lease. */
export async function advancePosition(
  db: Db,
  now: number,
  { id, owner, seq, until }: { id: string; owner: string; seq: number; until: number },
): Promise<string | undefined> {
  return (await advance(db, now, id, owner, seq, until))[0]?.createdBy;
}

export async function releaseWebhook(db: Db, id: string, owner: string): Promise<void> {
  await release(db, id, owner);
}

export async function storeFailure(
  db: Db,
  { id, owner, now, dueAt }: { id: string; owner: string; now: number; dueAt: number },
  { problem, status }: WebhookFailure,
): Promise<void> {
  await fail(db, id, owner, now, problem, status ?? null, dueAt);
}

export async function pauseWebhook(
  db: Db,
  id: string,
  owner: string,
  reason: NonNullable<WebhookRow['paused']>,
): Promise<void> {
  await pause(db, id, owner, reason);
}

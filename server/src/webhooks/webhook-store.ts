import { MAX_WEBHOOKS, type Webhook, type WebhookFailure, type WebhookProblem } from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { WebhookTable } from '../db/account-tables.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

export type WebhookRow = Omit<Selectable<WebhookTable>, 'owner' | 'until'>;

const COLUMNS = `"id", "roomId", "createdBy", "url", "createdAt", "seq", "paused", "dueAt", "failures", "failingSince", "problem",
  "status", "lastSuccessAt"`;

const selectById = prepared<[id: string], WebhookRow>(`select ${COLUMNS} from "webhooks" where "id" = $1`);
const selectByCreator = prepared<[uid: string, limit: number], WebhookRow>(
  `select ${COLUMNS} from "webhooks" where "createdBy" = $1 order by "id" desc limit $2`,
);
const selectInRoom = prepared<[roomId: string, limit: number], { id: string }>(
  `select "id" from "webhooks" where "roomId" = $1 limit $2`,
);
const insert = prepared<
  [id: string, roomId: string, uid: string, url: string, now: number, seq: number],
  WebhookRow
>(
  `insert into "webhooks" ("id", "roomId", "createdBy", "url", "createdAt", "seq") values ($1, $2, $3, $4, $5, $6)
   returning ${COLUMNS}`,
);
const removeOwn = prepared<[id: string, uid: string], never>(
  `delete from "webhooks" where "id" = $1 and "createdBy" = $2`,
);
const removeOfCreator = prepared<[uid: string], never>(`delete from "webhooks" where "createdBy" = $1`);
const reset = prepared<[id: string], WebhookRow>(
  `update "webhooks" set "paused" = null, "dueAt" = 0, "failures" = 0, "failingSince" = null, "problem" = null, "status" = null
   where "id" = $1 returning ${COLUMNS}`,
);

export async function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await selectById(db, id))[0];
}

/** The newest first. */
export function listWebhooksBy(db: Db, uid: string): Promise<WebhookRow[]> {
  return selectByCreator(db, uid, MAX_WEBHOOKS);
}

/** Stops counting at `limit`. */
export async function countInRoom(db: Db, roomId: string, limit: number): Promise<number> {
  return (await selectInRoom(db, roomId, limit)).length;
}

/** `seq`: the last change that it does not deliver. */
export async function insertWebhook(
  db: Db,
  {
    id,
    roomId,
    uid,
    url,
    now,
    seq,
  }: Record<'id' | 'roomId' | 'uid' | 'url', string> & Record<'now' | 'seq', number>,
): Promise<WebhookRow | undefined> {
  return (await insert(db, id, roomId, uid, url, now, seq))[0];
}

export async function deleteOwnWebhook(db: Db, id: string, uid: string): Promise<void> {
  await removeOwn(db, id, uid);
}

export async function deleteWebhooksBy(db: Db, uid: string): Promise<void> {
  await removeOfCreator(db, uid);
}

/** Makes it due, without its failures. */
export async function resetWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return (await reset(db, id))[0];
}

export function presentWebhook(row: WebhookRow): Webhook {
  const { id, roomId, url, createdAt, paused, failingSince, lastSuccessAt } = row;
  const failure = presentFailure(row);
  return {
    id,
    roomId,
    url,
    createdAt,
    ...(paused !== null && { paused }),
    ...(failingSince !== null && { failingSince }),
    ...(failure && { failure }),
    ...(lastSuccessAt !== null && { lastSuccessAt }),
  };
}

function presentFailure({ problem, status }: WebhookRow): WebhookFailure | undefined {
  if (problem === null) return undefined;
  return { problem: problem as WebhookProblem, ...(status !== null && { status }) };
}

import {
  MAX_ROOM_WEBHOOKS,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookFailure,
  type WebhookProblem,
} from '@snug/protocol';
import type { Selectable } from 'kysely';
import type { WebhookTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export type WebhookRow = Omit<Selectable<WebhookTable>, 'owner' | 'until'>;

const COLUMNS = `"id", "roomId", "createdBy", "url", "createdAt", "seq", "paused", "dueAt", "failures", "failingSince", "problem",
  "status", "lastSuccessAt"`;

const selectById = prepared<[id: string], WebhookRow>(`select ${COLUMNS} from "webhooks" where "id" = $1`);
const selectByCreator = prepared<[uid: string, limit: number], WebhookRow>(
  `select ${COLUMNS} from "webhooks" where "createdBy" = $1 order by "id" desc limit $2`,
);
const IS_IN_ROOM = `"roomId" = $1 and ("paused" is null or "paused" <> 'removed')`;
const selectInRoom = prepared<[roomId: string, limit: number], WebhookRow>(
  `select ${COLUMNS} from "webhooks" where ${IS_IN_ROOM} limit $2`,
);
const selectCreator = prepared<[roomId: string, id: string], { createdBy: string }>(
  `select "createdBy" from "webhooks" where ${IS_IN_ROOM} and "id" = $2`,
);
const setRemoved = prepared<[roomId: string, id: string], { createdBy: string }>(
  `update "webhooks" set "paused" = 'removed', "owner" = null, "until" = null where ${IS_IN_ROOM} and "id" = $2
   returning "createdBy"`,
);
const insert = prepared<
  [id: string, roomId: string, uid: string, url: string, now: number, seq: number],
  WebhookRow
>(
  `insert into "webhooks" ("id", "roomId", "createdBy", "url", "createdAt", "seq") values ($1, $2, $3, $4, $5, $6)
   returning ${COLUMNS}`,
);
const removeOwn = prepared<[id: string, uid: string], { id: string }>(
  `delete from "webhooks" where "id" = $1 and "createdBy" = $2 returning "id"`,
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

/** Without removed ones, the newest first. */
export async function listWebhooksInRoom(db: Db, roomId: string): Promise<WebhookRow[]> {
  const rows = await selectInRoom(db, roomId, MAX_ROOM_WEBHOOKS);
  return rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}

/** Undefined if the room has no such webhook. */
export async function findWebhookCreator(db: Db, roomId: string, id: string): Promise<string | undefined> {
  return (await selectCreator(db, roomId, id))[0]?.createdBy;
}

/** Ends the turn of the process that delivers. Returns the creator; undefined if the room has no such webhook. */
export async function removeWebhook(db: Db, roomId: string, id: string): Promise<string | undefined> {
  return (await setRemoved(db, roomId, id))[0]?.createdBy;
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

export async function deleteOwnWebhook(db: Db, id: string, uid: string): Promise<boolean> {
  return (await removeOwn(db, id, uid)).length > 0;
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

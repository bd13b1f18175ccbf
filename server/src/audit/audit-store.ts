import { type AuditAction, type AuditCursor, MAX_LISTED_AUDIT_ENTRIES } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../db/prepared.ts';
import type { AuditTable, Db } from '../db/schema.ts';

export type AuditRow = Selectable<AuditTable>;
export type NewAuditRow = AuditRow & { action: AuditAction };

const insert = prepared<
  [
    at: number,
    id: string,
    action: string,
    actorId: string | null,
    targetId: string | null,
    roomId: string | null,
    roomName: string | null,
    reason: string | null,
    until: number | null,
  ],
  never
>(
  `insert into "audit" ("at", "id", "action", "actorId", "targetId", "roomId", "roomName", "reason", "until")
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const selectBefore = prepared<[at: number, id: string, limit: number], AuditRow>(
  `select "at", "id", "action", "actorId", "targetId", "roomId", "roomName", "reason", "until" from "audit"
   where ("at", "id") < ($1, $2) order by "at" desc, "id" desc limit $3`,
);

const END: AuditCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

export async function insertAuditRow(db: Db, row: NewAuditRow): Promise<void> {
  const { at, id, action, actorId, targetId, roomId, roomName, reason, until } = row;
  await insert(db, at, id, action, actorId, targetId, roomId, roomName, reason, until);
}

/** The newest first. `hasMore`: there are older ones. */
export async function readAuditRows(
  db: Db,
  before: AuditCursor = END,
): Promise<{ rows: AuditRow[]; hasMore: boolean }> {
  const rows = await selectBefore(db, before.at, before.id, MAX_LISTED_AUDIT_ENTRIES + 1);
  return { rows: rows.slice(0, MAX_LISTED_AUDIT_ENTRIES), hasMore: rows.length > MAX_LISTED_AUDIT_ENTRIES };
}

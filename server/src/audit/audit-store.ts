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
const COLUMNS = `"at", "id", "action", "actorId", "targetId", "roomId", "roomName", "reason", "until"`;
const selectBefore = prepared<[at: number, id: string, limit: number], AuditRow>(
  `select ${COLUMNS} from "audit" where ("at", "id") < ($1, $2) order by "at" desc, "id" desc limit $3`,
);
const selectAfter = prepared<[at: number, id: string, limit: number], AuditRow>(
  `select ${COLUMNS} from "audit" where ("at", "id") > ($1, $2) order by "at", "id" limit $3`,
);

const START: AuditCursor = { at: 0, id: '' };
const END: AuditCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

export async function insertAuditRow(db: Db, row: NewAuditRow): Promise<void> {
  const { at, id, action, actorId, targetId, roomId, roomName, reason, until } = row;
  await insert(db, at, id, action, actorId, targetId, roomId, roomName, reason, until);
}

/** `hasMore`: others follow. */
export async function readAuditRows(
  db: Db,
  cursor: AuditCursor | undefined,
  oldestFirst: boolean,
): Promise<{ rows: AuditRow[]; hasMore: boolean }> {
  const { at, id } = cursor ?? (oldestFirst ? START : END);
  const select = oldestFirst ? selectAfter : selectBefore;
  const rows = await select(db, at, id, MAX_LISTED_AUDIT_ENTRIES + 1);
  return { rows: rows.slice(0, MAX_LISTED_AUDIT_ENTRIES), hasMore: rows.length > MAX_LISTED_AUDIT_ENTRIES };
}

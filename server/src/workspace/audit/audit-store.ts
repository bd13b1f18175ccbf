import type { AuditAction } from '@snug/protocol';
import type { Selectable } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { AuditTable, Db } from '../../db/schema.ts';

export type AuditRow = Selectable<AuditTable>;
export type NewAuditRow = AuditRow & { action: AuditAction };

export const AUDIT_COLUMNS =
  '"at", "id", "action", "actorId", "targetId", "roomId", "roomName", "reason", "until", "setting", "before", "after"';
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
    setting: string | null,
    before: string | null,
    after: string | null,
  ],
  never
>(`insert into "audit" (${AUDIT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`);

export async function insertAuditRow(db: Db, row: NewAuditRow): Promise<void> {
  const { at, id, action, actorId, targetId, roomId, roomName, reason, until } = row;
  const { setting, before, after } = row;
  await insert(
    db,
    at,
    id,
    action,
    actorId,
    targetId,
    roomId,
    roomName,
    reason,
    until,
    setting,
    before,
    after,
  );
}

import { type AuditAction, MAX_REASON_LENGTH, type Room, type SettingName } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import type { MutationContext } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { insertAuditRow } from './audit-store.ts';

export interface Audited {
  action: AuditAction;
  /** The person whom the action concerns. */
  targetId?: string | undefined;
  room?: Pick<Room, 'id' | 'kind' | 'name'> | undefined;
  /** Cut at `MAX_REASON_LENGTH`. */
  reason?: string | undefined;
  /** The end of a ban or a silence, ms since 1970. */
  until?: number | null | undefined;
  setting?: { name: SettingName | 'keep_days' | 'keep_pins'; before: string; after: string } | undefined;
  /** With the first name of its picture, if it is an alias. */
  emoji?: { name: string; key?: string } | undefined;
  /** Of an export or import. */
  moved?: { format: string; rooms: number } | undefined;
}

/** Adds an entry to the audit log, in the transaction of the action. A caller without `uid` is the command line. */
export function recordAudit(
  db: Db,
  { uid, now }: Pick<MutationContext, 'uid' | 'now'>,
  { action, targetId, room, reason, until = null, setting, emoji, moved }: Audited,
): Promise<void> {
  return insertAuditRow(db, {
    at: now,
    id: newId(),
    action,
    actorId: uid === '' ? null : uid,
    targetId: targetId ?? null,
    roomId: room?.id ?? null,
    // Workspace admins must not read the names of private rooms.
    roomName: room && room.kind === undefined ? room.name : null,
    reason: reason?.slice(0, MAX_REASON_LENGTH) ?? null,
    until,
    setting: setting?.name ?? null,
    before: setting?.before ?? emoji?.key ?? moved?.format ?? null,
    after: setting?.after ?? emoji?.name ?? moved?.rooms.toString() ?? null,
  });
}

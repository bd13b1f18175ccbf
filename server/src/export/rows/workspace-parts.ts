import { toTime } from '../../account/export/export-source.ts';
import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import { AUDIT_COLUMNS, type AuditRow } from '../../workspace/audit/audit-store.ts';
import { findRetention, WORKSPACE } from '../../workspace/retention/retention-store.ts';
import { readSettingRows } from '../../workspace/settings/setting-store.ts';
import type { SourcePart } from '../format/line-source.ts';
import type { AuditLine, InviteLine, Settings } from '../format/lines.ts';
import { readLogoFiles } from './pictures.ts';
import { toRetentionEntry } from './room-lines.ts';
import { type RowSource, timeField } from './scope.ts';

interface InviteRow {
  id: string;
  createdBy: string;
  roomIds: string;
  maxUses: number;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  guest: number | null;
  guestUntil: number | null;
}

const selectInvites = prepared<[after: string, limit: number], InviteRow>(
  `select "id", "createdBy", "roomIds", "maxUses", "createdAt", "expiresAt", "revokedAt", "guest", "guestUntil"
   from "invites" where "id" > $1 order by "id" limit $2`,
);
const selectUses = preparedIn<[], { inviteId: string; uid: string }>(
  `select "inviteId" as "inviteId", "userId" as "uid" from "invite_uses" where "inviteId" in ($values) order by "inviteId", "userId"`,
);
const selectAudit = prepared<[at: number, id: string, limit: number], AuditRow>(
  `select ${AUDIT_COLUMNS} from "audit" where ("at", "id") > ($1, $2) order by "at", "id" limit $3`,
);

/** What an export of single rooms does not have. */
export function listWorkspaceParts(source: RowSource): SourcePart[] {
  return [
    { name: 'settings.json', read: () => readSettings(source) },
    { name: 'invites.jsonl', read: () => readInvites(source) },
    { name: 'audit.jsonl', read: () => readAudit(source) },
  ];
}

async function* readSettings(source: RowSource): AsyncGenerator<readonly Settings[]> {
  const { read } = source;
  const rows = [...(await readSettingRows(read)).values()];
  const retention = await findRetention(read, WORKSPACE);
  const logo = await readLogoFiles(source);
  yield [
    {
      settings: rows.map(({ name, value, changedBy, changedAt }) => ({
        name,
        value,
        ...(changedBy !== '' && { by: changedBy }),
        at: toTime(changedAt),
      })),
      ...(retention && { retention: toRetentionEntry(retention) }),
      ...(Object.keys(logo).length > 0 && { logo }),
    },
  ];
}

async function* readInvites({ read }: RowSource): AsyncGenerator<readonly InviteLine[]> {
  const pages = readPages<InviteRow>(last => selectInvites(read, last?.id ?? '', PAGE_SIZE));
  for await (const rows of pages) {
    const uses = Map.groupBy(
      await selectUses(
        read,
        rows.map(({ id }) => id),
      ),
      ({ inviteId }) => inviteId,
    );
    yield rows.map(row => presentInvite(row, uses.get(row.id)?.map(({ uid }) => uid) ?? []));
  }
}

function presentInvite(row: InviteRow, people: string[]): InviteLine {
  const { id, createdBy, roomIds, maxUses, createdAt, expiresAt, revokedAt, guest, guestUntil } = row;
  return {
    id,
    by: createdBy,
    rooms: roomIds === '' ? [] : roomIds.split(' '),
    maxUses,
    at: toTime(createdAt),
    expiresAt: toTime(expiresAt),
    ...timeField('revokedAt', revokedAt),
    ...(guest !== null && { guest: timeField('until', guestUntil) }),
    people,
  };
}

async function* readAudit({ read }: RowSource): AsyncGenerator<readonly AuditLine[]> {
  const pages = readPages<AuditRow>(last => selectAudit(read, last?.at ?? -1, last?.id ?? '', PAGE_SIZE));
  for await (const rows of pages) yield rows.map(presentEntry);
}

function presentEntry(row: AuditRow): AuditLine {
  const { id, at, action, actorId, targetId, roomId, roomName, reason, until, setting, before, after } = row;
  return {
    id,
    at: toTime(at),
    action,
    ...(actorId !== null && { by: actorId }),
    ...(targetId !== null && { target: targetId }),
    ...(roomId !== null && { room: roomId }),
    ...(roomName !== null && { roomName }),
    ...(reason !== null && { reason }),
    ...timeField('until', until),
    ...(setting !== null && { setting }),
    ...(before !== null && { before }),
    ...(after !== null && { after }),
  };
}

import type { Room } from '@snug/protocol';
import type { StoredMembership } from '../../people/members/member-store.ts';
import type { Audited } from '../../workspace/audit/record-audit.ts';

type AuditedMembership = Pick<StoredMembership, 'role' | 'bannedUntil' | 'silencedUntil'>;

/** The entries of the audit log for a change of a membership. A ban includes the removal. */
export function describeChange(
  room: Pick<Room, 'id' | 'kind' | 'name'>,
  targetId: string,
  known: AuditedMembership,
  next: AuditedMembership,
): Audited[] {
  const subject = { room, targetId };
  const entries: Audited[] = [];
  if (known.bannedUntil !== next.bannedUntil)
    entries.push(toEntry(subject, next.bannedUntil, 'ban', 'unban'));
  else if (known.role !== null && next.role === null) entries.push({ ...subject, action: 'remove_member' });
  if (known.silencedUntil !== next.silencedUntil)
    entries.push(toEntry(subject, next.silencedUntil, 'silence', 'end_silence'));
  if (known.role === null && next.role !== null) entries.push({ ...subject, action: 'add_member' });
  return entries;
}

function toEntry(
  subject: Pick<Audited, 'room' | 'targetId'>,
  until: number | null,
  begin: 'ban' | 'silence',
  end: 'unban' | 'end_silence',
): Audited {
  return until === null ? { ...subject, action: end } : { ...subject, action: begin, until };
}

import { MAX_ADMINS, MAX_DESCRIPTION_LENGTH, MAX_DIRECT_PEOPLE, MAX_NAME_LENGTH } from '@snug/protocol';
import type { MemberEntry, RoomLine } from '../../../export/format/lines.ts';
import { cutText, toPastTime, toSingleLine } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedPeople, StoredPerson } from './imported-people.ts';

export interface PlannedMember {
  person: StoredPerson;
  /** Null for somebody who left or was banned. */
  role: 'admin' | 'member' | null;
  entry: MemberEntry;
}

/** What a room of the archive becomes here. */
export interface RoomPlan {
  id: string;
  kind: 'open' | 'private' | 'direct';
  name: string;
  description: string;
  createdAt: number;
  createdBy: string;
  archivedAt: number | null;
  /** Of a direct room, as the database has them. */
  people: string | null;
  membersInvite: number | null;
  members: readonly PlannedMember[];
}

/** Undefined for a private room without members: nobody could read it. */
export function planRoom(run: ImportRun, people: ImportedPeople, line: RoomLine): RoomPlan | undefined {
  const { now, owner, isPrivate = false, source } = run;
  const inDirect = line.kind === 'direct' ? findDirectPeople(people, line) : [];
  const isDirect = line.kind === 'direct' && inDirect.length > 0 && inDirect.length <= MAX_DIRECT_PEOPLE;
  if (line.kind === 'direct' && !isDirect) source.ledger.change('room.not_direct');
  const kind = isDirect ? 'direct' : line.kind === 'open' && !isPrivate ? 'open' : 'private';
  const creator = people.find(line.createdBy);
  const members = planMembers(run, people, { line, kind, inDirect, creator });
  const joined = members.filter(({ role }) => role !== null);
  if (kind === 'private' && joined.length === 0) return undefined;
  const name = kind === 'direct' ? '' : toSingleLine(line.name, MAX_NAME_LENGTH) || nameAfter(line);
  const createdAt = toPastTime(line.createdAt, now()) ?? now();
  return {
    id: line.id,
    kind,
    name,
    description:
      kind === 'direct' ? '' : cutText(line.description.toWellFormed().trim(), MAX_DESCRIPTION_LENGTH),
    createdAt,
    createdBy: creator?.uid ?? joined.find(({ role }) => role === 'admin')?.person.uid ?? owner,
    archivedAt: line.archivedAt === undefined ? null : (toPastTime(line.archivedAt, now()) ?? now()),
    people: kind === 'direct' ? toDirectKey(inDirect) : null,
    membersInvite: line.onlyAdminsInvite ? 0 : null,
    members,
  };
}

/** As `chat/rooms/direct.ts` finds the room of these people. */
function toDirectKey(people: readonly StoredPerson[]): string {
  return people
    .map(({ uid }) => uid)
    .toSorted()
    .join(' ');
}

function findDirectPeople(people: ImportedPeople, { people: ids = [] }: RoomLine): StoredPerson[] {
  return [...new Set(ids.flatMap(id => people.find(id) ?? []))];
}

/** For a group of people that is too large for a direct room. */
function nameAfter({ kind }: RoomLine): string {
  return kind === 'direct' ? 'Direct messages' : 'Room';
}

function planMembers(
  { source, now }: ImportRun,
  people: ImportedPeople,
  {
    line,
    kind,
    inDirect,
    creator,
  }: {
    line: RoomLine;
    kind: RoomPlan['kind'];
    inDirect: readonly StoredPerson[];
    creator: StoredPerson | undefined;
  },
): PlannedMember[] {
  const entries = new Map<StoredPerson, PlannedMember>();
  const listed = inDirect.map(person => ({ person, entry: { uid: person.uid, role: 'member' as const } }));
  const named = line.members.flatMap(entry => {
    const person = people.find(entry.uid);
    if (!person) source.ledger.change('member.unknown');
    return person ? [{ person, entry }] : [];
  });
  for (const { person, entry } of [...named, ...listed] as { person: StoredPerson; entry: MemberEntry }[]) {
    const canBeIn = kind === 'direct' || (!person.isAuthor && !(kind === 'open' && person.isGuest));
    const isBanned = entry.bannedUntil !== undefined && Date.parse(entry.bannedUntil) > now();
    const role = canBeIn && !isBanned ? (entry.role ?? null) : null;
    const known = entries.get(person);
    if (!known || (known.role === null && role !== null)) entries.set(person, { person, role, entry });
    else if (known.role === 'member' && role === 'admin') known.role = 'admin';
    if (!canBeIn && entry.role !== undefined) source.ledger.change('member.only_author');
  }
  return settleAdmins([...entries.values()], kind, creator);
}

/** Each open or private room has at least one admin if it has members, and at most `MAX_ADMINS`. Guests are none. */
function settleAdmins(
  members: PlannedMember[],
  kind: RoomPlan['kind'],
  creator: StoredPerson | undefined,
): PlannedMember[] {
  let count = 0;
  for (const member of members) {
    const isAdmin =
      member.role === 'admin' && kind !== 'direct' && !member.person.isGuest && count < MAX_ADMINS;
    if (member.role === 'admin' && !isAdmin) member.role = 'member';
    if (isAdmin) count++;
  }
  if (count > 0 || kind === 'direct') return members;
  const candidates = members.filter(({ role, person }) => role !== null && !person.isGuest);
  const joinedAt = ({ entry }: PlannedMember) => entry.joinedAt ?? '';
  const [oldest] = candidates.toSorted(
    (a, b) =>
      Number(b.person === creator) - Number(a.person === creator) ||
      (joinedAt(a) < joinedAt(b) ? -1 : joinedAt(a) > joinedAt(b) ? 1 : 0) ||
      (a.person.uid < b.person.uid ? -1 : 1),
  );
  if (oldest) oldest.role = 'admin';
  return members;
}

import {
  type CommandOutput,
  MAX_LISTED_MEMBERS,
  MAX_RESULT_BYTES,
  type Member,
  type MemberCursor,
} from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { BoundedRows } from '../../limits/bounded-rows.ts';
import { readGuests } from '../guests/guest-store.ts';
import { presentPerson } from '../profiles/person.ts';
import { findDefaultLevel } from './default-level-store.ts';
import {
  findMembership,
  listExcludedRows,
  listJoined,
  listMemberRows,
  listRequests,
  type MemberRow,
  presentTimes,
} from './member-store.ts';

/** Of the end of the access of a guest, which is added afterwards. */
const GUEST_END_BYTES = 30;
/** The first page has both lists. */
const MAX_LIST_BYTES = MAX_RESULT_BYTES / 2 - 200 - MAX_LISTED_MEMBERS * GUEST_END_BYTES;

type Page = Pick<CommandOutput<'list_members'>, 'members' | 'next'>;

/** Admins first. */
export async function listMembers(
  db: Db,
  roomId: string,
  after: MemberCursor | undefined,
  now: number,
): Promise<Page> {
  const rows = await listMemberRows(db, roomId, after, MAX_LISTED_MEMBERS + 1);
  const members = takeFitting(rows.slice(0, MAX_LISTED_MEMBERS), now);
  const last = members.at(-1);
  const hasMore = members.length < rows.length;
  return {
    members,
    ...(hasMore && last?.role && { next: { role: last.role, uid: last.person.uid } }),
  };
}

/** For the admins of a room. */
export async function addGuestEnds(db: Db, members: readonly Member[]): Promise<Member[]> {
  const uids = members.flatMap(({ person }) => (person.guest ? person.uid : []));
  const guests = await readGuests(db, uids);
  return members.map(member => {
    const until = guests.get(member.person.uid)?.until ?? null;
    return until === null ? member : { ...member, guestUntil: until };
  });
}

/** People whose ban or silence lasts, as many as one page has. */
export async function listExcluded(db: Db, roomId: string, now: number): Promise<Member[]> {
  return takeFitting(await listExcludedRows(db, roomId, now, MAX_LISTED_MEMBERS), now);
}

/** Of the person, with the rooms that wait for their answer. */
export async function readJoined(db: Db, actor: Actor): Promise<CommandOutput<'list_joined'>> {
  const [joined, requests] = [await listJoined(db, actor.uid), await listRequests(db, actor.uid)];
  // A bot may be a member of rooms that its owner has lost, and a guest of direct rooms only.
  const isChecked = actor.scope !== undefined || actor.guest;
  const readable = isChecked ? await accessRooms(db, actor, joined) : undefined;
  const roomIds = readable ? joined.filter(roomId => readable.has(roomId)) : joined;
  const defaultLevel = await findDefaultLevel(db, actor.uid);
  return {
    roomIds,
    ...(requests.length > 0 && { requests }),
    ...(defaultLevel !== 'mentions' && { defaultLevel }),
  };
}

export async function isMemberOfAll(db: Db, uid: string, roomIds: readonly string[]): Promise<boolean> {
  for (const roomId of roomIds) if ((await findMembership(db, roomId, uid)).role === null) return false;
  return true;
}

function takeFitting(rows: readonly MemberRow[], now: number): Member[] {
  const fitting = new BoundedRows<Member>(MAX_LIST_BYTES);
  rows.every(row => fitting.add(presentMember(row, now)));
  return fitting.rows;
}

function presentMember(row: MemberRow, now: number): Member {
  return { person: presentPerson(row), role: row.role, ...presentTimes(row, now) };
}

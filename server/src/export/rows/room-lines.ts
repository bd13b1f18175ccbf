import { setImmediate as nextTurn } from 'node:timers/promises';
import { toTime } from '../../account/export/export-source.ts';
import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { presentLevel } from '../../people/members/room-level.ts';
import type { MemberEntry, RetentionEntry, RoomLine } from '../format/lines.ts';
import { findStart, type RoomRow, readRoomRows } from './room-rows.ts';
import { type RowSource, sliceAll, timeField } from './scope.ts';

interface MemberRow {
  roomId: string;
  uid: string;
  role: 'admin' | 'member' | null;
  joinedAt: number | null;
  leftAt: number | null;
  bannedUntil: number | null;
  silencedUntil: number | null;
  favourite: number | null;
  muted: number | null;
  level: 'everything' | 'mentions' | 'nothing' | null;
  levelByDefault: number | null;
  request: 'waiting' | 'declined' | null;
}

interface Counted {
  roomId: string;
  count: number;
}

const countMembers = preparedIn<[], Counted>(
  `select "roomId" as "roomId", count(*) as "count" from "members" where "roomId" in ($values) group by "roomId"`,
);
const selectMembers = preparedIn<[roomId: string, uid: string, limit: number], MemberRow>(
  `select "roomId" as "roomId", "userId" as "uid", "role" as "role", "joinedAt" as "joinedAt", "leftAt" as "leftAt",
     "bannedUntil" as "bannedUntil", "silencedUntil" as "silencedUntil", "favourite" as "favourite", "muted" as "muted",
     "level" as "level", "levelByDefault" as "levelByDefault", "request" as "request"
   from "members" where ("roomId", "userId") > ($1, $2) and "roomId" in ($values) order by "roomId", "userId" limit $3`,
);
const countPins = prepared<[roomId: string, before: number], { count: number }>(
  `select count(*) as "count" from "messages" indexed by "messages_pinned"
   where "roomId" = $1 and "pinnedAt" is not null and "deletedAt" is null and "seq" < $2`,
);
const countSome = prepared<[roomId: string, from: number, to: number], { count: number }>(
  `select count(*) as "count" from "messages" where "roomId" = $1 and "seq" >= $2 and "seq" < $3`,
);

/** An engine may count without giving others a turn. */
const COUNTED_SEQS = 20_000;

const MAX_ROOMS = 100;
/** Of the rooms of one page, unless a single room has more. */
const MAX_MEMBERS = 10_000;

/** In the order of their ids. */
export async function* readRoomLines(source: RowSource): AsyncGenerator<readonly RoomLine[]> {
  for await (const rows of readRoomRows(source))
    for (const some of sliceAll(rows, MAX_ROOMS)) {
      const ids = some.map(({ id }) => id);
      const memberCounts = toMap(await countMembers(source.read, ids));
      for (const rooms of splitByMembers(some, memberCounts)) yield await presentRooms(source, rooms);
    }
}

function* splitByMembers(
  rooms: readonly RoomRow[],
  counts: ReadonlyMap<string, number>,
): Generator<readonly RoomRow[]> {
  let page: RoomRow[] = [];
  let members = 0;
  for (const room of rooms) {
    const count = counts.get(room.id) ?? 0;
    if (page.length > 0 && members + count > MAX_MEMBERS) {
      yield page;
      [page, members] = [[], 0];
    }
    page.push(room);
    members += count;
  }
  if (page.length > 0) yield page;
}

async function presentRooms(source: RowSource, rooms: readonly RoomRow[]): Promise<RoomLine[]> {
  const { read, scope } = source;
  const ids = rooms.map(({ id }) => id);
  const members = await readMembers(read, ids, scope.personal === true);
  const lines: RoomLine[] = [];
  for (const room of rooms) {
    const start = await findStart(source, room);
    const keptPins = start === undefined ? await countKeptPins(read, room) : 0;
    const count = await countMessages(read, room, start);
    lines.push({
      ...presentRoom(room),
      members: members.get(room.id) ?? [],
      ...((room.trimmedBefore !== null || start !== undefined) && { trimmed: { keptPins } }),
      messages: count + keptPins,
      ...(count > 0 && timeField('lastAt', room.lastAt)),
    });
  }
  return lines;
}

async function countMessages(
  read: Db,
  { id, seq, trimmedBefore }: RoomRow,
  start: number | undefined,
): Promise<number> {
  let sum = 0;
  for (let from = start ?? trimmedBefore ?? 0; from <= seq; from += COUNTED_SEQS) {
    const [row] = await countSome(read, id, from, from + COUNTED_SEQS);
    sum += row?.count ?? 0;
    await nextTurn();
  }
  return sum;
}

async function countKeptPins(read: Db, { id, trimmedBefore, trimmedPins }: RoomRow): Promise<number> {
  if (trimmedBefore === null || trimmedPins !== 1) return 0;
  const [row] = await countPins(read, id, trimmedBefore);
  return row?.count ?? 0;
}

function presentRoom(room: RoomRow) {
  const { id, kind, name, description, createdAt, createdBy, people, membersInvite } = room;
  return {
    id,
    kind,
    name,
    description,
    createdAt: toTime(createdAt),
    createdBy,
    ...timeField('archivedAt', room.archivedAt),
    ...(people !== null && { people: people.split(' ') }),
    ...(membersInvite === 0 && { onlyAdminsInvite: true as const }),
    ...(room.version !== null && { retention: toRetentionEntry(room) }),
  };
}

type RetentionColumns = Pick<RoomRow, 'days' | 'formerDays' | 'begins' | 'keepsPins'>;

export function toRetentionEntry(row: RetentionColumns): RetentionEntry {
  const { days, formerDays, begins, keepsPins } = row;
  return {
    days,
    ...(keepsPins === 1 && { keepsPins: true as const }),
    ...(begins !== null && { begins: toTime(begins), formerDays }),
  };
}

async function readMembers(
  read: Db,
  roomIds: readonly string[],
  personal: boolean,
): Promise<ReadonlyMap<string, MemberEntry[]>> {
  const entries = new Map<string, MemberEntry[]>(roomIds.map(id => [id, []]));
  const pages = readPages<MemberRow>(last =>
    selectMembers(read, roomIds, last?.roomId ?? '', last?.uid ?? '', PAGE_SIZE),
  );
  for await (const rows of pages)
    for (const row of rows) entries.get(row.roomId)?.push(presentMember(row, personal));
  return entries;
}

function presentMember(row: MemberRow, personal: boolean): MemberEntry {
  const { uid, role, request } = row;
  return {
    uid,
    ...(role !== null && { role }),
    ...timeField('joinedAt', row.joinedAt),
    ...timeField('leftAt', row.leftAt),
    ...timeField('bannedUntil', row.bannedUntil),
    ...timeField('silencedUntil', row.silencedUntil),
    ...(request !== null && { request }),
    ...(personal && {
      ...(row.favourite !== null && { favourite: true as const }),
      ...(row.muted !== null && { muted: true as const }),
      ...presentLevel({ ...row, muted: null }),
    }),
  };
}

function toMap(rows: readonly Counted[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ roomId, count }) => [roomId, count]));
}

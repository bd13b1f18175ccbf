import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { findSeqAt } from '../../chat/messages/history.ts';
import { trimmedBeforeOf } from '../../chat/rooms/trimmed-log.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import { type RowSource, sliceAll, toFlag } from './scope.ts';

export interface RoomRow {
  id: string;
  name: string;
  description: string;
  createdAt: number;
  createdBy: string;
  kind: 'open' | 'private' | 'direct';
  people: string | null;
  archivedAt: number | null;
  membersInvite: number | null;
  seq: number;
  trimmedBefore: number | null;
  trimmedPins: number | null;
  days: number | null;
  formerDays: number | null;
  begins: number | null;
  keepsPins: number | null;
  /** Null without a rule of its own. */
  version: number | null;
  lastAt: number | null;
}

const SELECT = `select r."id" as "id", r."name" as "name", r."description" as "description", r."createdAt" as "createdAt",
   r."createdBy" as "createdBy", r."kind" as "kind", r."people" as "people", r."archivedAt" as "archivedAt",
   r."membersInvite" as "membersInvite", r."seq" as "seq", r."trimmedBefore" as "trimmedBefore", r."trimmedPins" as "trimmedPins",
   t."days" as "days", t."formerDays" as "formerDays", t."begins" as "begins", t."keepsPins" as "keepsPins", t."version" as "version",
   (select m."createdAt" from "messages" m where m."roomId" = r."id" and m."seq" >= ${trimmedBeforeOf('r')} order by m."seq" desc limit 1) as "lastAt"
   from "rooms" r left join "retention" t on t."roomId" = r."id" where r."deletedAt" is null`;

const selectPage = prepared<[after: string, openOnly: number, limit: number], RoomRow>(
  `${SELECT} and r."id" > $1 and ($2 = 0 or r."kind" = 'open') order by r."id" limit $3`,
);
const selectSome = preparedIn<[openOnly: number], RoomRow>(
  `${SELECT} and ($1 = 0 or r."kind" = 'open') and r."id" in ($values)`,
);

/** Those of the scope, in the order of their ids, without deleted ones. */
export async function* readRoomRows({ read, scope }: RowSource): AsyncGenerator<readonly RoomRow[]> {
  const openOnly = toFlag(scope.openOnly);
  if (scope.rooms === undefined)
    yield* readPages<RoomRow>(last => selectPage(read, last?.id ?? '', openOnly, PAGE_SIZE));
  for (const ids of sliceAll([...new Set(scope.rooms ?? [])].toSorted(), PAGE_SIZE)) {
    const rows = new Map((await selectSome(read, ids, openOnly)).map(row => [row.id, row]));
    yield ids.flatMap(id => rows.get(id) ?? []);
  }
}

/** Undefined if it is not in the scope. */
export async function findRoomRow({ read, scope }: RowSource, roomId: string): Promise<RoomRow | undefined> {
  if (scope.rooms !== undefined && !scope.rooms.includes(roomId)) return undefined;
  return (await selectSome(read, [roomId], toFlag(scope.openOnly)))[0];
}

/** The seq of the first exported message but kept pins; undefined if all messages that stay are exported. */
export async function findStart({ read, scope }: RowSource, room: RoomRow): Promise<number | undefined> {
  if (scope.since === undefined) return undefined;
  const first = (await findSeqAt(read, room.id, scope.since, room.seq)) ?? room.seq + 1;
  return first > (room.trimmedBefore ?? 1) ? first : undefined;
}

import {
  MAX_COUNTED_MEMBERS,
  MAX_LISTED_WORKSPACE_ROWS,
  type SortCursor,
  type WorkspaceRoom,
} from '@snug/protocol';
import { preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { createSortedRead, readSortedParts, type SortedRead } from '../../db/sorted-read.ts';

const OF_TIME = [-1, Number.MAX_SAFE_INTEGER] as const;

/** Of the rooms of a kind: those that are in use, and archived ones. */
export function createActivityReads(kind: 'open' | 'private'): [active: SortedRead, archived: SortedRead] {
  return [
    createSortedRead({
      table: 'room_activity',
      value: 'at',
      id: 'roomId',
      where: `"kind" = '${kind}'`,
      bounds: OF_TIME,
    }),
    createSortedRead({
      table: 'rooms',
      value: 'archivedAt',
      id: 'id',
      where: `"kind" = '${kind}' and "archivedAt" is not null`,
      bounds: OF_TIME,
    }),
  ];
}

export async function readRoomPage(
  db: Db,
  parts: readonly SortedRead[],
  { after, descending }: { after: SortCursor | undefined; descending: boolean },
): Promise<{ ids: string[]; next?: SortCursor | undefined }> {
  const limit = MAX_LISTED_WORKSPACE_ROWS + 1;
  const places = await readSortedParts(db, parts, { after, descending, limit });
  const page = places.slice(0, MAX_LISTED_WORKSPACE_ROWS);
  return { ids: page.map(({ id }) => id), next: places.length > page.length ? page.at(-1) : undefined };
}

type Row = Omit<WorkspaceRoom, 'archivedAt' | 'held'> & { archivedAt: number | null; held: number | null };

const selectRows = preparedIn<[limit: number], Row>(
  `select r."id" as "id", r."name" as "name", r."archivedAt" as "archivedAt", r."createdAt" as "createdAt",
     coalesce(m."createdAt", r."createdAt") as "lastActiveAt",
     (select count(*) from (
        select 1 from "members" p where p."roomId" = r."id" and p."role" is not null limit $1) as "counted"
     ) as "memberCount",
     (select 1 from "holds" h where h."roomId" = r."id") as "held"
   from "rooms" r left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
   where r."id" in ($values) and r."deletedAt" is null`,
);

/** By id, without deleted rooms. */
export async function readWorkspaceRooms(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkspaceRoom>> {
  const rows = await selectRows(db, ids, MAX_COUNTED_MEMBERS);
  return new Map(
    rows.map(({ archivedAt, held, ...room }) => [
      room.id,
      { ...room, ...(archivedAt !== null && { archivedAt }), ...(held !== null && { held: true as const }) },
    ]),
  );
}

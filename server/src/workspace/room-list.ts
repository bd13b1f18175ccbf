import {
  type CommandInput,
  type CommandOutput,
  type FindCursor,
  MAX_LISTED_WORKSPACE_ROWS,
  type SortCursor,
  type WorkspaceRoom,
} from '@snug/protocol';
import { type Actor, accessRooms } from '../access.ts';
import { preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { createSortedRead, readSortedParts } from '../db/sorted-read.ts';
import { findRoomIds } from '../rooms/room-names.ts';

type Input = CommandInput<'list_workspace_rooms'>;

const OF_TIME = [-1, Number.MAX_SAFE_INTEGER] as const;

const active = createSortedRead({
  table: 'room_activity',
  value: 'at',
  id: 'roomId',
  where: `"kind" = 'open'`,
  bounds: OF_TIME,
});
const archived = createSortedRead({
  table: 'rooms',
  value: 'archivedAt',
  id: 'id',
  where: `"kind" = 'open' and "archivedAt" is not null`,
  bounds: OF_TIME,
});
const named = createSortedRead({
  table: 'room_names',
  value: 'words',
  id: 'roomId',
  where: '"isInside" = 0',
  bounds: ['', '\u{10ffff}'],
});

type Row = Pick<WorkspaceRoom, 'id' | 'name' | 'createdAt' | 'lastActiveAt'> & { archivedAt: number | null };

const selectRows = preparedIn<[], Row>(
  `select r."id" as "id", r."name" as "name", r."archivedAt" as "archivedAt", r."createdAt" as "createdAt",
     coalesce(m."createdAt", r."createdAt") as "lastActiveAt"
   from "rooms" r left join "messages" m on m."roomId" = r."id" and m."seq" = r."lastMessageSeq"
   where r."id" in ($values) and r."deletedAt" is null`,
);

/** Without a check whether the caller is a workspace admin, and without rooms from which they are banned. */
export async function listWorkspaceRooms(
  db: Db,
  caller: Actor,
  input: Input,
): Promise<CommandOutput<'list_workspace_rooms'>> {
  const { ids, next } = await (input.text === undefined
    ? readSorted(db, input)
    : findByName(db, { ...input, text: input.text }));
  const readable = await accessRooms(db, caller, ids);
  const rows = new Map((await selectRows(db, [...readable.keys()])).map(row => [row.id, present(row)]));
  return { rooms: ids.flatMap(id => rows.get(id) ?? []), ...(next && { next }) };
}

interface Page {
  ids: readonly string[];
  next?: SortCursor | FindCursor | undefined;
}

async function readSorted(db: Db, { sort, descending, after }: Input): Promise<Page> {
  const byActivity = descending ? [active, archived] : [archived, active];
  const places = await readSortedParts(db, sort === 'name' ? [named] : byActivity, {
    after: after && 'part' in after ? after : undefined,
    descending,
    limit: MAX_LISTED_WORKSPACE_ROWS + 1,
  });
  const page = places.slice(0, MAX_LISTED_WORKSPACE_ROWS);
  return { ids: page.map(({ id }) => id), next: places.length > page.length ? page.at(-1) : undefined };
}

async function findByName(db: Db, { text, after }: Input & { text: string }): Promise<Page> {
  const from = after && 'words' in after ? after : undefined;
  const { roomIds: ids, next } = await findRoomIds(db, { text, after: from });
  return { ids, next };
}

function present({ archivedAt, ...room }: Row): WorkspaceRoom {
  return { ...room, ...(archivedAt !== null && { archivedAt }) };
}

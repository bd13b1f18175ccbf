import type { CommandInput, CommandOutput, FindCursor, SortCursor } from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import { findRoomIds } from '../../chat/rooms/room-names.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { createSortedRead } from '../../db/sorted-read.ts';
import type { TakeTurn } from '../../db/take-turn.ts';
import { createActivityReads, readRoomPage, readWorkspaceRooms } from './workspace-rooms.ts';

type Input = CommandInput<'list_workspace_rooms'>;

const [active, archived] = createActivityReads('open');
const named = createSortedRead({
  table: 'room_names',
  value: 'words',
  id: 'roomId',
  where: '"isInside" = 0',
  bounds: ['', '\u{10ffff}'],
});

/** Without a check whether the caller is a workspace admin, and without rooms from which they are banned. */
export async function listWorkspaceRooms(
  db: Db,
  caller: Actor,
  input: Input,
  takeTurn?: TakeTurn,
): Promise<CommandOutput<'list_workspace_rooms'>> {
  const { ids, next } = await (input.text === undefined
    ? readSorted(db, input)
    : findByName(db, { ...input, text: input.text }, takeTurn));
  const readable = await accessRooms(db, caller, ids);
  const rows = await readWorkspaceRooms(db, [...readable.keys()]);
  return { rooms: ids.flatMap(id => rows.get(id) ?? []), ...(next && { next }) };
}

interface Page {
  ids: readonly string[];
  next?: SortCursor | FindCursor | undefined;
}

async function readSorted(db: Db, { sort, descending, after }: Input): Promise<Page> {
  const byActivity = descending ? [active, archived] : [archived, active];
  return readRoomPage(db, sort === 'name' ? [named] : byActivity, {
    after: after && 'part' in after ? after : undefined,
    descending,
  });
}

async function findByName(
  db: Db,
  { text, after }: Input & { text: string },
  takeTurn: TakeTurn | undefined,
): Promise<Page> {
  const from = after && 'words' in after ? after : undefined;
  const { roomIds: ids, next } = await findRoomIds(db, { text, after: from, takeTurn });
  return { ids, next };
}

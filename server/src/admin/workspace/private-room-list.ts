import { type CommandInput, type CommandOutput, MAX_COUNTED_DIRECT_ROOMS } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { createActivityReads, readRoomPage, readWorkspaceRooms } from './workspace-rooms.ts';

const [active, archived] = createActivityReads('private');

const countDirect = prepared<[limit: number], { count: number }>(
  `select count(*) as "count" from (
     select 1 from "room_activity" where "kind" = 'direct' limit $1) as "first"`,
);

/** Without names, and without a check whether the caller is a workspace admin. */
export async function listPrivateRooms(
  db: Db,
  { after, descending }: CommandInput<'list_private_rooms'>,
): Promise<CommandOutput<'list_private_rooms'>> {
  const parts = descending ? [active, archived] : [archived, active];
  const { ids, next } = await readRoomPage(db, parts, { after, descending });
  const known = await readWorkspaceRooms(db, ids);
  const rooms = ids.flatMap(id => {
    const { name: _, ...room } = known.get(id) ?? {};
    return 'id' in room ? [room] : [];
  });
  const [direct] = await countDirect(db, MAX_COUNTED_DIRECT_ROOMS);
  return { rooms, directRooms: direct?.count ?? 0, ...(next && { next }) };
}

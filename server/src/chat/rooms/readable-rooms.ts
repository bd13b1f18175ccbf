import type { ListedRoom } from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessRooms } from './access.ts';
import { readListedRooms } from './room-rows.ts';

/**
 * The rows of rooms that the person could read just before. Leaves out those to which access ended during the read, which can
 * contain later messages.
 */
export async function readReadableRooms(
  db: Db,
  actor: Actor,
  roomIds: readonly string[],
): Promise<ListedRoom[]> {
  return omitUnreadable(db, actor, await readListedRooms(db, roomIds));
}

/** Without the private and direct rooms that the person may not read any more. With an access token, without any such room. */
export async function omitUnreadable(
  db: Db,
  actor: Actor,
  rooms: readonly ListedRoom[],
): Promise<ListedRoom[]> {
  const isChecked = ({ kind }: ListedRoom) => kind !== undefined || actor.scope !== undefined;
  const ids = rooms.filter(isChecked).map(({ id }) => id);
  if (ids.length === 0) return [...rooms];
  const readable = await accessRooms(db, actor, ids);
  return rooms.filter(room => !isChecked(room) || readable.has(room.id));
}

import type { ListedRoom } from '@snug/protocol';
import { type Actor, accessRooms } from '../access.ts';
import type { Db } from '../db/schema.ts';
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

/** Without the private and direct rooms that the person may not read any more. */
export async function omitUnreadable(
  db: Db,
  actor: Actor,
  rooms: readonly ListedRoom[],
): Promise<ListedRoom[]> {
  const ids = rooms.flatMap(({ id, kind }) => (kind === undefined ? [] : [id]));
  if (ids.length === 0) return [...rooms];
  const readable = await accessRooms(db, actor, ids);
  return rooms.filter(({ id, kind }) => kind === undefined || readable.has(id));
}

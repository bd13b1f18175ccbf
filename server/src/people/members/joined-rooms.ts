import type { CommandOutput } from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { listJoined, listRequests } from './member-store.ts';

export async function readJoined(db: Db, actor: Actor): Promise<CommandOutput<'list_joined'>> {
  const [joined, requests] = [await listJoined(db, actor.uid), await listRequests(db, actor.uid)];
  // A bot may be a member of rooms that its owner has lost.
  const readable = actor.scope && (await accessRooms(db, actor, joined));
  const roomIds = readable ? joined.filter(roomId => readable.has(roomId)) : joined;
  return { roomIds, ...(requests.length > 0 && { requests }) };
}

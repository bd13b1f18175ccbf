import { foldName, type ListedRoom } from '@snug/protocol';
import { getRoomName } from '../../../people/direct/room-name.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** The number of rows for an empty query, and the limit of an offline search. */
const MAX_LOCAL_ROOMS = 20;

/** `name`: undefined for a room that is known only by its id. */
export type FoundRoom = Pick<ListedRoom, 'id' | 'kind' | 'people'> & { name: string | undefined };

/** The id in a pasted link to a room, or a pasted id. */
export function parseRoomId(query: string): string | undefined {
  return ID.exec(query.toLowerCase())?.[0];
}

/** Searches the cached rooms by a part of the name. Prefix matches come first. `me`: the id of the reader. */
export function searchLocally(rooms: readonly ListedRoom[], query: string, me: string): FoundRoom[] {
  const wanted = foldName(query);
  const getName = (room: ListedRoom) => foldName(getRoomName(room, me));
  const found = rooms.filter(room => getName(room).includes(wanted));
  const begins = (room: ListedRoom) => getName(room).startsWith(wanted);
  return [...found.filter(begins), ...found.filter(room => !begins(room))].slice(0, MAX_LOCAL_ROOMS);
}

import { type FindCursor, type ListedRoom, MAX_NAME_LENGTH } from '@snug/protocol';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** The number of rows for an empty query, and the limit of an offline search. */
const MAX_LOCAL_ROOMS = 20;

export interface FoundRoom {
  id: string;
  name: string | undefined;
}

export interface RoomSearchResult {
  rooms: readonly FoundRoom[];
  /** Present if there may be more rooms. */
  next?: FindCursor | undefined;
}

/** The id in a pasted link to a room, or a pasted id. */
export function parseRoomId(query: string): string | undefined {
  return ID.exec(query.toLowerCase())?.[0];
}

/** The query within the server's limits; undefined if it is empty. */
export function toSearchText(query: string): string | undefined {
  const text = query.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
  return text === '' ? undefined : text;
}

/** Searches the cached rooms by a part of the name. Prefix matches come first. */
export function searchLocally(rooms: readonly ListedRoom[], query: string): RoomSearchResult {
  const wanted = query.trim().toLowerCase();
  const found = rooms.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: ListedRoom) => name.toLowerCase().startsWith(wanted);
  const inOrder = [...found.filter(begins), ...found.filter(room => !begins(room))];
  return { rooms: inOrder.slice(0, MAX_LOCAL_ROOMS).map(({ id, name }) => ({ id, name })) };
}

export function mergeResults(known: RoomSearchResult, more: RoomSearchResult): RoomSearchResult {
  const ids = new Set(known.rooms.map(({ id }) => id));
  return { rooms: [...known.rooms, ...more.rooms.filter(({ id }) => !ids.has(id))], next: more.next };
}

import { type FindCursor, type ListedRoom, MAX_NAME_LENGTH } from '@snug/protocol';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** As many rows as are shown before anything is typed, and of those that are here while the server cannot be reached. */
const MAX_LOCAL_ROOMS = 20;

export interface FoundRoom {
  id: string;
  /** Undefined where only the id is known. */
  name: string | undefined;
}

export interface RoomSearchResult {
  rooms: readonly FoundRoom[];
  /** Where there may be more. */
  next?: FindCursor | undefined;
}

/** The id in a pasted link to a room, or the id itself. */
export function parseRoomId(query: string): string | undefined {
  return ID.exec(query.toLowerCase())?.[0];
}

/** What the server is asked for; undefined where there is nothing to look for. */
export function toSearchText(query: string): string | undefined {
  const text = query.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
  return text === '' ? undefined : text;
}

/** Of the rooms that are here, those whose name holds what is sought; names that begin with it come first. */
export function searchLocally(rooms: readonly ListedRoom[], query: string): RoomSearchResult {
  const wanted = query.trim().toLowerCase();
  const found = rooms.filter(({ name }) => name.toLowerCase().includes(wanted));
  const begins = ({ name }: ListedRoom) => name.toLowerCase().startsWith(wanted);
  const inOrder = [...found.filter(begins), ...found.filter(room => !begins(room))];
  return { rooms: inOrder.slice(0, MAX_LOCAL_ROOMS).map(({ id, name }) => ({ id, name })) };
}

/** Both parts of an answer, each room once. */
export function mergeResults(known: RoomSearchResult, more: RoomSearchResult): RoomSearchResult {
  const ids = new Set(known.rooms.map(({ id }) => id));
  return { rooms: [...known.rooms, ...more.rooms.filter(({ id }) => !ids.has(id))], next: more.next };
}

import type { Room } from '@snug/protocol';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const MOST = 50;

export interface FoundRoom {
  id: string;
  name: string;
}

/** The rooms that a pasted link or id names, or else those whose name holds the words. */
export function findRooms(rooms: readonly Room[], words: string): readonly FoundRoom[] {
  const wanted = words.trim().toLowerCase();
  const id = ID.exec(wanted)?.[0];
  if (id) return [rooms.find(room => room.id === id) ?? { id, name: 'Open this room' }];
  return rooms.filter(room => room.name.toLowerCase().includes(wanted)).slice(0, MOST);
}

import type { Room } from '@snug/protocol';
import { words } from '../words/words.ts';

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const MOST = 50;

export interface FoundRoom {
  id: string;
  name: string;
}

/** The rooms that a pasted link or id names, or else those whose name holds what is sought. */
export function findRooms(rooms: readonly Room[], sought: string): readonly FoundRoom[] {
  const wanted = sought.trim().toLowerCase();
  const id = ID.exec(wanted)?.[0];
  if (id) return [rooms.find(room => room.id === id) ?? { id, name: words.rooms.openThis }];
  return rooms.filter(room => room.name.toLowerCase().includes(wanted)).slice(0, MOST);
}

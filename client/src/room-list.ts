import type { Event, Message, Room } from '@snug/protocol';
import type { Connection } from './connection.ts';
import { Store } from './store.ts';

/** All rooms, the most recently active one first; undefined until they are known. */
export class RoomList {
  readonly rooms = new Store<readonly Room[] | undefined>(undefined);
  readonly #connection: Pick<Connection, 'request'>;
  readonly #byId = new Map<string, Room>();

  constructor(connection: Pick<Connection, 'request'>) {
    this.#connection = connection;
  }

  /** Reads the whole list; for each new connection. Rejects with a `CommandError`. */
  async refresh(): Promise<void> {
    const { rooms } = await this.#connection.request('list_rooms', {});
    for (const room of rooms) this.#put(room);
    this.#publish();
  }

  /** Forgets all rooms: the server started over. */
  clear(): void {
    this.#byId.clear();
    this.rooms.set(undefined);
  }

  apply(event: Event): void {
    if (event.type === 'room_created' || event.type === 'room_summary') this.add(event.room);
    if (event.type === 'message_sent') this.#showMessage(event.roomId, event.message);
  }

  /** A room that is known from elsewhere, such as the answer to its creation. */
  add(room: Room): void {
    this.#put(room);
    if (this.rooms.get()) this.#publish();
  }

  #showMessage(roomId: string, message: Message): void {
    const room = this.#byId.get(roomId);
    if (!room || message.changedSeq <= room.seq) return;
    this.add({ ...room, seq: message.changedSeq, lastMessage: message });
  }

  #put(room: Room): void {
    const known = this.#byId.get(room.id);
    if (!known || room.seq >= known.seq) this.#byId.set(room.id, room);
  }

  #publish(): void {
    this.rooms.set(
      [...this.#byId.values()].toSorted((a, b) => activeAt(b) - activeAt(a) || (a.id < b.id ? 1 : -1)),
    );
  }
}

/** When something was last said in a room, or else when it was made; ms since 1970. */
export function activeAt(room: Room): number {
  return room.lastMessage?.createdAt ?? room.createdAt;
}

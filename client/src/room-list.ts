import {
  CommandError,
  type Event,
  type LastMessage,
  MAX_PREVIEW_LENGTH,
  type Message,
  type Room,
} from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { Store } from './store.ts';

/** All rooms, the most recently active one first; undefined until they are known. */
export class RoomList {
  readonly rooms = new Store<readonly Room[] | undefined>(undefined);
  readonly #environment: Environment;
  readonly #connection: Pick<Connection, 'request' | 'state'>;
  #attempt = 0;
  readonly #byId = new Map<string, Room>();
  /** What was kept, and is not confirmed by the server. */
  #restored: readonly Room[] = [];

  constructor(environment: Environment, connection: Pick<Connection, 'request' | 'state'>) {
    this.#environment = environment;
    this.#connection = connection;
  }

  /** The connection is new: the whole list is read again. */
  reconnected(): void {
    this.#attempt = 0;
    void this.#read();
  }

  /** Forgets all rooms: the server started over. */
  clear(): void {
    this.#byId.clear();
    this.#restored = [];
    this.rooms.set(undefined);
  }

  /** Shows the list, or the beginning of it, as it was, unless it is known; until the server says how it is. */
  restore(rooms: readonly Room[]): void {
    if (this.rooms.get()) return;
    this.#restored = rooms.filter(room => this.#put(room));
    this.#publish();
  }

  apply(event: Event): void {
    if (event.type === 'room_created' || event.type === 'room_summary' || event.type === 'room_edited') {
      this.add(event.room);
    }
    if (event.type === 'message_sent') this.#showMessage(event.roomId, event.message);
  }

  /** A room that is known from elsewhere, such as the answer to its creation. */
  add(room: Room): void {
    if (this.#put(room) && this.rooms.get()) this.#publish();
  }

  async #read(): Promise<void> {
    try {
      const { rooms } = await this.#connection.request('list_rooms', {});
      this.#dropRestored();
      for (const room of rooms) this.#put(room);
      this.#publish();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // Without a connection, the next one starts the reading again.
      if (!error.retry || this.#connection.state.get().status !== 'connected') return;
      this.#environment.setTimer(
        () => void this.#read(),
        backoffMs(this.#attempt++, this.#environment.random),
      );
    }
  }

  /** Those that nobody has spoken of since. */
  #dropRestored(): void {
    for (const room of this.#restored) if (this.#byId.get(room.id) === room) this.#byId.delete(room.id);
    this.#restored = [];
  }

  #showMessage(roomId: string, message: Message): void {
    const room = this.#byId.get(roomId);
    if (!room || message.changedSeq <= room.seq) return;
    this.add({ ...room, seq: message.changedSeq, lastMessage: previewOf(message) });
  }

  /** Whether that is news. */
  #put(room: Room): boolean {
    const known = this.#byId.get(room.id);
    if (known === room || (known && room.seq < known.seq)) return false;
    this.#byId.set(room.id, room);
    return true;
  }

  #publish(): void {
    this.rooms.set(
      [...this.#byId.values()].toSorted((a, b) => activeAt(b) - activeAt(a) || (a.id < b.id ? 1 : -1)),
    );
  }
}

/** What the list shows of a message, as a summary of its room has it. */
function previewOf({ id, seq, author, createdAt, text, file }: Message): LastMessage {
  return {
    id,
    seq,
    author,
    createdAt,
    // Letters that take two places, such as most emoji, are not cut in two.
    ...(text !== undefined && { text: Array.from(text).slice(0, MAX_PREVIEW_LENGTH).join('') }),
    ...(file && { file: { name: file.name, contentType: file.contentType } }),
  };
}

/** When something was last said in a room, or else when it was made; ms since 1970. */
export function activeAt(room: Room): number {
  return room.lastMessage?.createdAt ?? room.createdAt;
}

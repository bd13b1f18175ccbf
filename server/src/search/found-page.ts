import { type CommandOutput, MAX_FOUND_MESSAGES, MAX_RESULT_BYTES, type Message } from '@snug/protocol';
import type { RoomAccess } from '../chat/rooms/room-access-store.ts';
import { readNamedRooms } from '../chat/rooms/room-rows.ts';
import type { Db } from '../db/schema.ts';
import { jsonBytes } from '../limits/json-bytes.ts';

type Page = CommandOutput<'search_messages'>;
type FoundRoom = Page['rooms'][number];

/** The cursor, and the names of the fields. */
const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 500;

/** The messages of a page and their rooms, up to the bytes of a result. */
export class FoundPage {
  readonly #allRooms = new Map<string, FoundRoom>();
  readonly #messages: Message[] = [];
  readonly #rooms = new Map<string, FoundRoom>();
  #bytesLeft = MAX_PAGE_BYTES;

  get count(): number {
    return this.#messages.length;
  }

  get roomIds(): string[] {
    return [...this.#rooms.keys()];
  }

  /** Reads the rooms of messages that may follow. */
  async addRooms(
    db: Db,
    readable: ReadonlyMap<string, Pick<RoomAccess, 'role'>>,
    messages: readonly Message[],
  ): Promise<void> {
    const roomIds = new Set(messages.map(({ roomId }) => roomId));
    const unknown = [...roomIds].filter(roomId => !this.#allRooms.has(roomId));
    for (const room of await readNamedRooms(db, unknown))
      this.#allRooms.set(room.id, { ...room, joined: (readable.get(room.id)?.role ?? null) !== null });
  }

  /** Returns false if the message does not fit. The first one always fits. */
  add(message: Message): boolean {
    const room = this.#allRooms.get(message.roomId);
    // It was deleted meanwhile.
    if (!room) return true;
    const roomBytes = this.#rooms.has(room.id) ? 0 : jsonBytes(room) + 1;
    const bytes = jsonBytes(message) + roomBytes + 1;
    if (this.count > 0 && (bytes > this.#bytesLeft || this.count >= MAX_FOUND_MESSAGES)) return false;
    this.#bytesLeft -= bytes;
    this.#messages.push(message);
    this.#rooms.set(room.id, room);
    return true;
  }

  /** Without the rooms to which access ended meanwhile. */
  finish(readable: ReadonlyMap<string, unknown>): Pick<Page, 'messages' | 'rooms'> {
    return {
      messages: this.#messages.filter(({ roomId }) => readable.has(roomId)),
      rooms: [...this.#rooms.values()].filter(({ id }) => readable.has(id)),
    };
  }
}

import type { Row, RowChange } from '../src/testing/concurrency/row-log.ts';

/** So short that a history of about two minutes trims each room many times. */
export const KEPT_MS = 15_000;

interface StoredMessage {
  seq: number;
  createdAt: number;
}

interface RoomModel {
  before: number;
  /** Messages that no trim took, also deleted ones, by id. */
  kept: Map<string, StoredMessage>;
}

/** What trims may take, beside the database: messages that are older than the rule, and nothing else. */
export class TrimHistory {
  readonly #now: () => number;
  readonly #rooms = new Map<string, RoomModel>();
  readonly #trimmed = new Map<string, Set<string>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The changes of one commit. Throws if a message goes that must stay. */
  record(changes: readonly RowChange[]): void {
    for (const { table, before, after } of changes) {
      if (table === 'rooms' && after) this.#trim(after);
      if (table !== 'messages') continue;
      if (after && !before) this.#add(after);
      if (before && !after) this.#remove(before);
    }
  }

  /** The ids of the messages of a room that are in its log. */
  listKept(roomId: string): Set<string> {
    return new Set(this.#getRoom(roomId).kept.keys());
  }

  /** Also of those that were stored again, because their senders did not know that they had been stored. */
  listTrimmed(roomId: string): ReadonlySet<string> {
    return this.#trimmed.get(roomId) ?? new Set();
  }

  #add({ id, roomId, seq, createdAt }: Row): void {
    this.#getRoom(String(roomId)).kept.set(String(id), { seq: Number(seq), createdAt: Number(createdAt) });
  }

  #trim({ id, trimmedBefore }: Row): void {
    const roomId = String(id);
    const room = this.#getRoom(roomId);
    const before = Number(trimmedBefore ?? 0);
    if (before < room.before) throw new Error(`the log of ${roomId} begins earlier again, at ${before}`);
    room.before = before;
    const trimmed = this.#trimmed.get(roomId) ?? new Set();
    this.#trimmed.set(roomId, trimmed);
    for (const [messageId, { seq, createdAt }] of room.kept) {
      if (seq >= before) continue;
      if (createdAt >= this.#now() - KEPT_MS)
        throw new Error(`a trim of ${roomId} took message ${seq}, which is too young`);
      room.kept.delete(messageId);
      trimmed.add(messageId);
    }
  }

  #remove({ id, roomId, seq }: Row): void {
    if (this.#getRoom(String(roomId)).kept.has(String(id)))
      throw new Error(`message ${seq} of ${roomId} was removed, and no trim took it`);
  }

  #getRoom(roomId: string): RoomModel {
    const known = this.#rooms.get(roomId);
    if (known) return known;
    const room = { before: 0, kept: new Map<string, StoredMessage>() };
    this.#rooms.set(roomId, room);
    return room;
  }
}

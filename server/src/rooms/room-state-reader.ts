import { CommandError, MAX_RESULT_BYTES, PAGE_SIZE, type Position, type RoomState } from '@snug/protocol';
import { accessRoom } from '../access.ts';
import type { Db } from '../db/schema.ts';
import { jsonBytes } from '../limits/json-bytes.ts';
import { readChanges, readPage } from '../messages/message-store.ts';
import { addOwnReactions } from '../reactions/reaction-store.ts';
import { listAdmins } from './admin-store.ts';
import { isInHistory } from './room-incarnations.ts';
import { findRoom, readPosition } from './room-store.ts';

/** How long what was read for one person serves the others, ms: a crowd that returns comes within seconds. */
const SHARED_READ_MS = 250;

/** What an answer says beside the room, its admins and its messages. */
const OVERHEAD_BYTES = 200;

export interface RoomStateReaderOptions {
  read: Db;
  /** Most changes that a catch-up tells; more is a reset. */
  maxCatchUp: number;
  setTimer: (run: () => void, ms: number) => void;
}

/** Reads rooms for those who come: what is the same for all is read once for all who ask at once. */
export class RoomStateReader {
  readonly #options: RoomStateReaderOptions;
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(options: RoomStateReaderOptions) {
    this.#options = options;
  }

  /**
   * A room for `uid`, who knows its log up to `since`: everything that changed after it, or, where that is too much
   * or nothing is known, the newest page. Throws `not_found`.
   */
  async read(uid: string, roomId: string, since?: number, incarnation?: string): Promise<RoomState> {
    // The position first: what changes while the rest is read is newer, and harmless to be told twice.
    const position = await accessRoom(this.#options.read, uid, roomId);
    const known = await this.#resolveSince(roomId, position, since, incarnation);
    const state = await this.#readShared(roomId, position, known);
    return { ...state, messages: await addOwnReactions(this.#options.read, uid, roomId, state.messages) };
  }

  /** What changed in a room after `since`, without what anyone in particular sees of it. Throws `not_found`. */
  async readSince(roomId: string, since: number): Promise<RoomState> {
    const position = await readPosition(this.#options.read, roomId);
    if (!position) throw new CommandError('not_found');
    return this.#readShared(roomId, position, await this.#resolveSince(roomId, position, since, undefined));
  }

  /** The position that the reader is at, if the log went through it: else the reader knows another history. */
  async #resolveSince(
    roomId: string,
    position: Position,
    since: number | undefined,
    incarnation: string | undefined,
  ): Promise<number | undefined> {
    if (since === undefined || since > position.seq) return undefined;
    if (incarnation === undefined || incarnation === position.incarnation) return since;
    const isShared = await isInHistory(this.#options.read, roomId, { seq: since, incarnation });
    return isShared ? since : undefined;
  }

  // By its position, a room that changed is another one: what is shared is never old.
  #readShared(roomId: string, position: Position, since: number | undefined): Promise<RoomState> {
    return this.#share(`${roomId} ${position.seq} ${since}`, () => this.#readState(roomId, position, since));
  }

  #share<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#shared.get(key);
    if (known) return known as Promise<Value>;
    const reading = read();
    this.#shared.set(key, reading);
    const forget = () => this.#shared.delete(key);
    reading.then(() => this.#options.setTimer(forget, SHARED_READ_MS), forget);
    return reading;
  }

  async #readState(roomId: string, position: Position, since: number | undefined): Promise<RoomState> {
    const { read, maxCatchUp } = this.#options;
    const room = await findRoom(read, roomId);
    if (!room) throw new CommandError('not_found');
    const admins = await listAdmins(read, roomId);
    const bytes = MAX_RESULT_BYTES - jsonBytes({ room, admins }) - OVERHEAD_BYTES;
    if (since !== undefined) {
      const messages = await readChanges(read, roomId, since, maxCatchUp, bytes);
      if (messages) return { room, admins, ...position, reset: false, messages, hasOlder: false };
    }
    const page = await readPage(read, roomId, Number.MAX_SAFE_INTEGER, PAGE_SIZE, bytes);
    return { room, admins, ...position, reset: true, ...page };
  }
}

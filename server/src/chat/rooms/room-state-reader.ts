import {
  CommandError,
  MAX_RESULT_BYTES,
  PAGE_SIZE,
  type Position,
  type ReadState,
  type RoomState,
} from '@snug/protocol';
import type { WaitingActor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { listAdmins } from '../../people/members/member-store.ts';
import { presentMembership } from '../../people/members/present-membership.ts';
import { readReplyCounts } from '../conversations/reply-counts.ts';
import { readChanges, readPage } from '../messages/message-store.ts';
import { addOwnReactions } from '../reactions/own-reactions.ts';
import type { UnreadCounts } from '../reads/unread-counts.ts';
import { accessRoom } from './access.ts';
import { type LogEnd, type RoomAccess, readPosition } from './room-access-store.ts';
import { isInHistory } from './room-incarnations.ts';
import { findRoom } from './room-rows.ts';

/** How long a read is shared with other people: after an outage, many clients return within seconds. */
const SHARED_READ_MS = 250;

/** Bytes of a result besides the room, its admins and its messages. */
const OVERHEAD_BYTES = 3_000;

export interface RoomStateReaderOptions {
  read: Db;
  counts: Pick<UnreadCounts, 'read'>;
  maxCatchUp: number;
  setTimer: (run: () => void, ms: number) => void;
}

export interface KnownPosition {
  /** Undefined for the newest page. */
  since?: number | undefined;
  /** Undefined for the present history. */
  incarnation?: string | undefined;
  /** Whether the client drops trimmed messages itself. */
  trims?: boolean | undefined;
}

/** Concurrent requests share one read of the data that is the same for all. */
export class RoomStateReader {
  readonly #options: RoomStateReaderOptions;
  readonly #shared = new Map<string, Promise<unknown>>();

  constructor(options: RoomStateReaderOptions) {
    this.#options = options;
  }

  /** The newest page replaces the changes after `since` if they are too many or the position is unknown. Throws `not_found`. */
  async read(actor: WaitingActor, roomId: string, known: KnownPosition = {}): Promise<RoomState> {
    // The position first: later changes are newer than it, and clients may receive them twice.
    const access = await accessRoom(this.#options.read, actor, roomId);
    const since = await this.#resolveSince(roomId, access, known);
    const state = await this.#readShared(roomId, access, since);
    const read = access.role === null ? undefined : await this.#readCursor(actor, roomId);
    const messages = await addOwnReactions(this.#options.read, actor.uid, roomId, state.messages);
    // Access may have ended during the read, which can contain later changes.
    await accessRoom(this.#options.read, actor, roomId);
    return { ...state, messages, ...(await this.#readMembership(access, actor.now)), ...(read && { read }) };
  }

  async #readMembership(access: RoomAccess, now: number): Promise<Pick<RoomState, 'membership'>> {
    const { version } = access;
    if (version === null) return {};
    return { membership: await presentMembership(this.#options.read, access, version, now) };
  }

  async #readCursor({ uid, signal }: WaitingActor, roomId: string): Promise<ReadState | undefined> {
    return (await this.#options.counts.read(uid, [roomId], signal)).get(roomId);
  }

  /** The changes after `since`, without personal data. Throws `not_found`. */
  async readSince(roomId: string, since: number): Promise<RoomState> {
    const position = await readPosition(this.#options.read, roomId);
    if (!position) throw new CommandError('not_found');
    return this.#readShared(roomId, position, await this.#resolveSince(roomId, position, { since }));
  }

  /** The client's position if the log contains it; undefined if the client has another history, or messages that are trimmed since. */
  async #resolveSince(
    roomId: string,
    position: LogEnd,
    { since, incarnation, trims = false }: KnownPosition,
  ): Promise<number | undefined> {
    if (since === undefined || since > position.seq) return undefined;
    if (!trims && since < (position.trimmedSeq ?? 0)) return undefined;
    if (incarnation === undefined || incarnation === position.incarnation) return since;
    const isShared = await isInHistory(this.#options.read, roomId, { seq: since, incarnation });
    return isShared ? since : undefined;
  }

  // The key contains the position, so a shared read is never out of date.
  #readShared(roomId: string, { seq, incarnation }: Position, since: number | undefined): Promise<RoomState> {
    return this.#share(`${roomId} ${seq} ${since}`, () =>
      this.#readState(roomId, { seq, incarnation }, since),
    );
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
      if (messages) {
        const replies = await readReplyCounts(read, roomId, messages);
        return { room, admins, ...position, reset: false, messages, hasOlder: false, ...replies };
      }
    }
    const page = await readPage(read, roomId, Number.MAX_SAFE_INTEGER, PAGE_SIZE, bytes);
    const replies = await readReplyCounts(read, roomId, page.messages);
    return { room, admins, ...position, reset: true, ...page, ...replies };
  }
}

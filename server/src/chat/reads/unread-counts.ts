import { CommandError, type ReadState, selfTopic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { FairQueue } from '../../limits/fair-queue.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { countRooms, estimateRows, listCursors } from './count-store.ts';

/** Of one person, before the next person's turn: about 2 ms of a database in this process. */
const ROWS_PER_TURN = 2_000;
const ROOMS_PER_TURN = 16;
/** Whose cursors are listed at once, to estimate their rows. */
const ROOMS_PER_LIST = 4 * ROOMS_PER_TURN;

/** Beyond what clients ask for, also if all of them return at once. */
const MAX_WAITING = 20_000;
const MAX_WAITING_PER_PERSON = 200;

export interface UnreadCountsOptions {
  read: Db;
  limits: Pick<RateLimits, 'take' | 'charge'>;
  publish: (publications: readonly Publication[]) => void;
  /** Runs a callback at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
  /** Turns at once. A database in this process blocks its thread while it reads. */
  concurrency: number;
}

/** Counts the unread messages of everyone, a few rows of each person at a time. */
export class UnreadCounts {
  readonly #options: UnreadCountsOptions;
  readonly #queue: FairQueue;

  constructor(options: UnreadCountsOptions) {
    this.#options = options;
    this.#queue = new FairQueue({
      concurrency: options.concurrency,
      maxWaiting: MAX_WAITING,
      maxWaitingPerKey: MAX_WAITING_PER_PERSON,
    });
  }

  /**
   * By room, of those rooms of which the person is a member. Takes as many turns as it needs. Rejects with `unavailable` after `signal`
   * has aborted, and with `rate_limited`.
   */
  async read(uid: string, roomIds: readonly string[], signal?: AbortSignal): Promise<Map<string, ReadState>> {
    const states = new Map<string, ReadState>();
    const parts = this.#listParts(uid, roomIds);
    let left = roomIds.length;
    const takeTurn = async () => {
      left -= await this.#takeTurn(uid, parts, states, signal);
      return left === 0;
    };
    if (left > 0) await this.#queue.runInTurns(uid, takeTurn, signal);
    return states;
  }

  /** Like `read`, after a commit that moved the cursors of `moved`: sends their counts to all devices of the person. */
  async readMoved(
    uid: string,
    roomIds: readonly string[],
    moved: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, ReadState>> {
    const states = await this.read(uid, roomIds, signal);
    const publications = [...states]
      .filter(([roomId]) => moved.includes(roomId))
      .map(([roomId, read]) => ({
        topic: selfTopic(uid),
        event: { type: 'read_moved' as const, roomId, read },
      }));
    this.#options.publish(publications);
    return states;
  }

  /** Returns the number of rooms, which is at least 1. */
  async #takeTurn(
    uid: string,
    parts: AsyncGenerator<string[], void>,
    states: Map<string, ReadState>,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    if (signal?.aborted) throw new CommandError('unavailable');
    const { read, limits, defer } = this.#options;
    limits.take('counted_rows', uid, 0);
    const part = (await parts.next()).value ?? [];
    const counted = await countRooms(read, uid, part);
    for (const { roomId, read: state } of counted) states.set(roomId, state);
    limits.charge(
      'counted_rows',
      uid,
      counted.reduce((sum, { examined }) => sum + examined, 0),
    );
    // Other work of the process runs before the next turn.
    await new Promise<void>(defer);
    return part.length;
  }

  /** The rooms of one turn after the other. */
  async *#listParts(uid: string, roomIds: readonly string[]): AsyncGenerator<string[], void> {
    for (let from = 0; from < roomIds.length; from += ROOMS_PER_LIST) {
      const next = roomIds.slice(from, from + ROOMS_PER_LIST);
      const rows = next.length === 1 ? [] : await listCursors(this.#options.read, uid, next);
      const estimates = new Map(rows.map(row => [row.roomId, estimateRows(row)]));
      let part: string[] = [];
      let rowsLeft = ROWS_PER_TURN;
      for (const roomId of next) {
        const estimate = estimates.get(roomId) ?? 0;
        if (part.length === ROOMS_PER_TURN || (part.length > 0 && estimate > rowsLeft)) {
          yield part;
          part = [];
          rowsLeft = ROWS_PER_TURN;
        }
        part.push(roomId);
        rowsLeft -= estimate;
      }
      yield part;
    }
  }
}

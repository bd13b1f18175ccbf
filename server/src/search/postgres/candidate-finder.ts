import { CommandError } from '@snug/protocol';
import { isStorageFailure, isTransient } from '../../db/postgres/errors.ts';
import type { PostgresConnection } from '../../db/postgres/postgres-connection.ts';
import type { IndexCandidate, IndexPage, IndexQuery } from '../search-index.ts';
import type { IndexPool } from './index-pool.ts';
import { OPEN_PART } from './index-tables.ts';
import { RoomReader, type SearchedRooms } from './searched-rooms.ts';
import { findInLists, type Stream, walkNewest } from './streams.ts';
import type { TermKeys } from './term-keys.ts';

/** A search walks through about so many rows. */
const WALKED_ROWS = 1_000;
/** If it has found enough to expect the rest of the page within these. */
const MAX_WALKED_ROWS = 4_000;
/** Of the first statement, which often has a whole page. Each further one reads twice as many. */
const [FIRST_ROWS, FIRST_STREAMS] = [300, 50];
const STREAMS_OF_LISTS = 200;

export interface CandidateFinderOptions {
  pool: IndexPool;
  keys: TermKeys;
  steadyNow: () => number;
}

/**
 * Chooses the plan for each room, because PostgreSQL guesses the number of messages that have a key: first a walk through the newest
 * messages, which finds frequent words, and then the lists of the keys, which are short for all others.
 */
export class CandidateFinder {
  readonly #options: CandidateFinderOptions;
  readonly #rooms: RoomReader;

  constructor(options: CandidateFinderOptions) {
    const { keys, steadyNow } = options;
    this.#options = options;
    this.#rooms = new RoomReader(keys.format, steadyNow);
  }

  async find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage> {
    try {
      const connection = await this.#options.pool.share();
      const rooms = await this.#rooms.read(connection, query);
      const search = new PageSearch(connection, query, this.#listStreams(query, rooms), deadline);
      return { ...(await search.run()), isBehind: rooms.isBehind };
    } catch (error) {
      if (isStorageFailure(error) || isTransient(error)) throw new CommandError('unavailable');
      throw error;
    }
  }

  #listStreams(query: IndexQuery, { rooms, excepted }: SearchedRooms): Stream[] {
    const { below = Number.MAX_SAFE_INTEGER } = query;
    const { keys } = this.#options;
    const streams = rooms.map(
      (room): Stream => ({
        room,
        condition: keys.toCondition(room.part, query),
        examinedTo: Math.min(below, room.newest + 1),
      }),
    );
    if (excepted)
      streams.push({ excepted, condition: keys.toCondition(OPEN_PART, query), examinedTo: below });
    return streams;
  }
}

/** One page: everything above the lowest of `limit` hits, in all streams. */
class PageSearch {
  readonly #connection: PostgresConnection;
  readonly #query: IndexQuery;
  readonly #streams: readonly Stream[];
  readonly #deadline: AbortSignal;
  #hits: IndexCandidate[] = [];
  #walkedRows = 0;

  constructor(
    connection: PostgresConnection,
    query: IndexQuery,
    streams: readonly Stream[],
    deadline: AbortSignal,
  ) {
    this.#connection = connection;
    this.#query = query;
    this.#streams = streams;
    this.#deadline = deadline;
  }

  async run(): Promise<Omit<IndexPage, 'isBehind'>> {
    try {
      await this.#walk();
      await this.#readLists();
    } catch (error) {
      // A statement took too long. What was read before counts.
      if (!isTimeout(error) || !this.#hasProgress) throw error;
    }
    return this.#finish();
  }

  async #walk(): Promise<void> {
    for (let factor = 1; ; factor *= 2) {
      const unfinished = this.#listUnfinished();
      if (unfinished.length === 0) return;
      // A page that begins in the middle of many rooms has no progress before it has read all of them.
      const isEnough = this.#deadline.aborted || this.#walkedRows >= this.#walkLimit;
      if (isEnough && this.#hasProgress) return;
      const streams = unfinished.slice(0, FIRST_STREAMS * factor);
      this.#walkedRows += await walkNewest(this.#connection, streams, {
        floor: this.#floor,
        rows: FIRST_ROWS * factor,
        onHit: hit => this.#hits.push(hit),
      });
      this.#keepBest();
    }
  }

  get #walkLimit(): number {
    if (this.#isEverything) return Number.POSITIVE_INFINITY;
    const found = this.#hits.length;
    const expected = found === 0 ? Number.POSITIVE_INFINITY : (this.#walkedRows * this.#query.limit) / found;
    return expected <= MAX_WALKED_ROWS ? MAX_WALKED_ROWS : WALKED_ROWS;
  }

  async #readLists(): Promise<void> {
    while (!this.#isEverything) {
      const unfinished = this.#listUnfinished();
      if (unfinished.length === 0 || (this.#deadline.aborted && this.#hasProgress)) return;
      await findInLists(this.#connection, unfinished.slice(0, STREAMS_OF_LISTS), {
        floor: this.#floor,
        limit: this.#query.limit,
        onHit: hit => this.#hits.push(hit),
      });
      this.#keepBest();
    }
  }

  /** Those that can have a better hit, with the newest first. */
  #listUnfinished(): Stream[] {
    const floor = this.#floor;
    return this.#streams
      .filter(({ examinedTo }) => examinedTo > floor)
      .toSorted((a, b) => b.examinedTo - a.examinedTo);
  }

  /** Nothing below is part of the page. */
  get #floor(): number {
    const { limit, notBelow = 0 } = this.#query;
    return this.#hits[limit - 1]?.place ?? notBelow;
  }

  get #hasProgress(): boolean {
    return this.#examinedTo < (this.#query.below ?? Number.MAX_SAFE_INTEGER);
  }

  get #examinedTo(): number {
    return Math.max(this.#floor, ...this.#streams.map(({ examinedTo }) => examinedTo));
  }

  /** The index would read all of its lists. */
  get #isEverything(): boolean {
    return this.#streams.every(({ condition }) => condition.all.length === 0);
  }

  #keepBest(): void {
    this.#hits = this.#hits.toSorted((a, b) => b.place - a.place).slice(0, this.#query.limit);
  }

  #finish(): Omit<IndexPage, 'isBehind'> {
    const { limit, notBelow = 0 } = this.#query;
    const examinedTo = this.#examinedTo;
    const isEnd = this.#hits.length < limit && examinedTo <= notBelow;
    if (isEnd) return { candidates: this.#hits };
    return { candidates: this.#hits.filter(({ place }) => place >= examinedTo), examinedTo };
  }
}

/** Of a statement. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

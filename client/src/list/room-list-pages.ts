import { CommandError, compareCursors, type ListCursor, type ListedRoom } from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';
import type { RoomRows } from './room-rows.ts';

export const READ_AHEAD_ROWS = 25;
/** A person finds rooms beyond these by name. */
export const MAX_LIST_ROWS = 10_000;
/** After an event with further changes, each client reads the first page at a random time within this. */
const MAX_REREAD_DELAY_MS = 5_000;

/** The part of the list between two cursors, as of a `changeCount` of the rows. */
export interface ListRange {
  after: ListCursor | undefined;
  to: ListCursor | undefined;
  asOf: number;
}

export interface RoomListPagesOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'request' | 'state'>;
  rows: Pick<RoomRows, 'changeCount' | 'countPartBefore' | 'count'>;
  /** Whether the list shows the row: a list of rooms has two parts. */
  isShown: (room: ListedRoom) => boolean;
  /** Lists the rooms of this person, their favourites, or requests. */
  mine?: true | 'favourites' | 'requests';
  /** The index of the last row that is needed now. */
  getLastIndex: () => number;
  onPage: (rooms: readonly ListedRoom[], range: ListRange) => void;
}

/** Reads the list of rooms in pages: the first one again after each connection, the others ahead of the reader. */
export class RoomListPages {
  readonly isComplete = new Store(false);

  readonly #options: RoomListPagesOptions;
  readonly #retry: Retry;
  /** The end of the loaded pages; undefined before the first page, and after the last one. */
  #coveredTo: ListCursor | undefined;
  #isReading = false;
  #isFirstDue = false;
  #isPolling = false;
  #cancelReread: (() => void) | undefined;

  constructor(options: RoomListPagesOptions) {
    this.#options = options;
    this.#retry = new Retry(options, () => (this.#isFirstDue ? this.readFirst() : this.readAhead()));
  }

  /** Results of the lost connection do not come. */
  onReconnected(): void {
    this.#retry.cancel();
    this.#isReading = false;
    this.#cancelReread?.();
    this.#cancelReread = undefined;
  }

  clear(): void {
    this.#coveredTo = undefined;
    this.isComplete.set(false);
  }

  readFirst(): void {
    if (this.#isReading || this.#retry.isWaiting) this.#isFirstDue = true;
    else void this.#read(undefined);
  }

  /** For a change that all clients receive at the same time. */
  readFirstLater(): void {
    const { environment } = this.#options;
    this.#cancelReread ??= environment.setTimer(() => {
      this.#cancelReread = undefined;
      this.readFirst();
    }, environment.random() * MAX_REREAD_DELAY_MS);
  }

  /** Reads the first page again and again, but not the others. */
  pollLater(intervalMs: number): void {
    this.#cancelReread ??= this.#options.environment.setTimer(() => {
      this.#cancelReread = undefined;
      this.#isPolling = true;
      this.readFirst();
    }, intervalMs);
  }

  readAhead(): void {
    const { rows, getLastIndex, isShown } = this.#options;
    if (this.#isReading || this.#retry.isWaiting || !this.#coveredTo) return;
    if (rows.countPartBefore(this.#coveredTo, isShown) - getLastIndex() > READ_AHEAD_ROWS) return;
    if (rows.count(isShown) < MAX_LIST_ROWS) void this.#read(this.#coveredTo);
  }

  /** The rows after `end` are gone: scrolling reads them again. */
  endAt(end: ListCursor): void {
    if (!this.#coveredTo || compareCursors(end, this.#coveredTo) < 0) this.#coveredTo = end;
    this.isComplete.set(false);
  }

  async #read(after: ListCursor | undefined): Promise<void> {
    const { connection, rows, onPage, mine } = this.#options;
    // Without a connection, the next one starts again.
    if (connection.state.get().status !== 'connected') return;
    this.#isReading = true;
    const isPoll = !after && this.#isPolling;
    if (!after) this.#isFirstDue = this.#isPolling = false;
    const asOf = rows.changeCount;
    try {
      const input = { ...(mine && { mine }), ...(after && { before: after }) };
      const { rooms, next } = await connection.request('list_rooms', input);
      this.#retry.reset();
      this.#isReading = false;
      if (!isPoll) this.#coverTo(next);
      onPage(rooms, { after, to: next, asOf });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.#isReading = false;
      if (!after) this.#isFirstDue = true;
      if (error.isRetryable) this.#retry.schedule(error);
      return;
    }
    if (this.#isFirstDue) this.readFirst();
    else this.readAhead();
  }

  #coverTo(end: ListCursor | undefined): void {
    this.#coveredTo = end;
    this.isComplete.set(end === undefined);
  }
}

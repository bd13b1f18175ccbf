import { CommandError, MAX_WATCHED_SUMMARIES, MAX_WATCHED_SUMMARIES_PER_CALL } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';
import { Retry } from '../connection/retry.ts';
import type { Environment } from '../environment.ts';

export interface SummarySubscriberOptions {
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  /** The position of the known row; -1 without one. */
  getSeq: (roomId: string) => number;
  onMissing: (roomIds: readonly string[]) => void;
}

export class SummarySubscriber {
  readonly #options: SummarySubscriberOptions;
  #wanted: ReadonlySet<string> = new Set();
  #subscribed = new Set<string>();
  #missing = new Set<string>();
  /** Subscribed rooms whose summaries may be lost. */
  #stale = new Set<string>();
  /** Joined during the current request, whose result can be older. */
  #joined = new Set<string>();
  /** Whether summaries may be lost of rooms that the current request adds. */
  #isRequestStale = false;
  /** Results of earlier connections are ignored. */
  #connectionNumber = 0;
  #isRequesting = false;
  readonly #retry: Retry;

  constructor(options: SummarySubscriberOptions) {
    this.#options = options;
    this.#retry = new Retry(options, () => void this.#sync());
  }

  has(roomId: string): boolean {
    return this.#wanted.has(roomId);
  }

  /** The most important room comes first; those beyond 500 are left out. */
  setRooms(roomIds: Iterable<string>): void {
    this.#wanted = new Set([...new Set(roomIds)].slice(0, MAX_WATCHED_SUMMARIES));
    void this.#sync();
  }

  onReconnected(): void {
    this.#connectionNumber++;
    this.#subscribed = new Set();
    this.#missing = new Set();
    this.#stale = new Set();
    this.#isRequesting = false;
    this.#retry.cancel();
    void this.#sync();
  }

  /** The server ends subscriptions to rooms that a person cannot read, and does not restore them. */
  subscribeAgain(roomId: string): void {
    this.#missing.delete(roomId);
    this.#subscribed.delete(roomId);
    if (this.#isRequesting) this.#joined.add(roomId);
    void this.#sync();
  }

  /** This person may read rooms again that they could not read. */
  retryMissing(): void {
    this.#missing.clear();
    void this.#sync();
  }

  /** Summaries may be lost: requests those of the followed rooms that changed. */
  resync(): void {
    this.#stale = new Set(this.#subscribed);
    this.#isRequestStale = this.#isRequesting;
    void this.#sync();
  }

  async #sync(): Promise<void> {
    const { connection, onMissing, getSeq } = this.#options;
    if (this.#isRequesting || this.#retry.isWaiting) return;
    if (connection.state.get().status !== 'connected') return;
    const { add, remove } = this.#getNextBatch();
    if (add.length + remove.length === 0) return;
    const number = this.#connectionNumber;
    this.#isRequesting = true;
    this.#isRequestStale = false;
    this.#joined.clear();
    try {
      const input = { add: Object.fromEntries(add.map(roomId => [roomId, getSeq(roomId)])), remove };
      const result = await connection.request('watch_rooms', input);
      if (number !== this.#connectionNumber) return;
      this.#retry.reset();
      const missing = result.missing.filter(roomId => !this.#joined.has(roomId));
      this.#applyChanges(add, remove, missing);
      if (missing.length > 0) onMissing(missing);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (number !== this.#connectionNumber) return;
      this.#isRequesting = false;
      // Without a retry, the next change of the rooms sends them again.
      if (error.isRetryable) this.#retry.schedule(error);
      return;
    }
    this.#isRequesting = false;
    void this.#sync();
  }

  #applyChanges(add: readonly string[], remove: readonly string[], missing: readonly string[]): void {
    for (const roomId of [...remove, ...missing]) this.#subscribed.delete(roomId);
    for (const roomId of missing) this.#missing.add(roomId);
    for (const roomId of [...add, ...remove]) this.#stale.delete(roomId);
    for (const roomId of add) {
      if (this.#missing.has(roomId) || this.#joined.has(roomId)) continue;
      this.#subscribed.add(roomId);
      if (this.#isRequestStale) this.#stale.add(roomId);
    }
  }

  /** The next command: at most as many rooms as one takes, and never more than a connection may follow. */
  #getNextBatch(): { add: string[]; remove: string[] } {
    const remove = [...this.#subscribed]
      .filter(roomId => !this.#wanted.has(roomId))
      .slice(0, MAX_WATCHED_SUMMARIES_PER_CALL);
    const capacity = MAX_WATCHED_SUMMARIES - this.#subscribed.size + remove.length;
    const stale = [...this.#stale].filter(roomId => this.#wanted.has(roomId));
    const added = [...this.#wanted]
      .filter(roomId => !this.#subscribed.has(roomId) && !this.#missing.has(roomId))
      .slice(0, capacity);
    return { add: [...stale, ...added].slice(0, MAX_WATCHED_SUMMARIES_PER_CALL), remove };
  }
}

import { CommandError, MAX_WATCHED_SUMMARIES, MAX_WATCHED_SUMMARIES_A_CALL } from '@snug/protocol';
import { backoffMs } from './backoff.ts';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';

export interface RoomFollowsOptions {
  environment: Environment;
  connection: Pick<Connection, 'request' | 'state'>;
  /** The position of the row that is here; -1 where there is none. */
  seqOf: (roomId: string) => number;
  onMissing: (roomIds: readonly string[]) => void;
}

/** Has the server send summaries of the rooms that matter here. Only what changes is declared. */
export class RoomFollows {
  readonly #options: RoomFollowsOptions;
  #wanted: ReadonlySet<string> = new Set();
  /** What the server knows of on this connection. */
  #declared = new Set<string>();
  #missing = new Set<string>();
  /** The number of the connection; an answer of an earlier one counts no more. */
  #connections = 0;
  #isAsking = false;
  #attempt = 0;

  constructor(options: RoomFollowsOptions) {
    this.#options = options;
  }

  has(roomId: string): boolean {
    return this.#wanted.has(roomId);
  }

  /** The rooms to follow, the most important first; beyond 500 they are left out. */
  want(roomIds: Iterable<string>): void {
    this.#wanted = new Set([...new Set(roomIds)].slice(0, MAX_WATCHED_SUMMARIES));
    void this.#declare();
  }

  /** The connection is new: nothing is followed on it. */
  reconnected(): void {
    this.#connections++;
    this.#declared = new Set();
    this.#missing = new Set();
    this.#isAsking = false;
    this.#attempt = 0;
    void this.#declare();
  }

  async #declare(): Promise<void> {
    const { connection, onMissing, seqOf } = this.#options;
    if (this.#isAsking || connection.state.get().status !== 'connected') return;
    const { add, remove } = this.#next();
    if (add.length + remove.length === 0) return;
    const number = this.#connections;
    this.#isAsking = true;
    try {
      const input = { add: Object.fromEntries(add.map(roomId => [roomId, seqOf(roomId)])), remove };
      const { missing } = await connection.request('watch_rooms', input);
      if (number !== this.#connections) return;
      this.#attempt = 0;
      for (const roomId of remove) this.#declared.delete(roomId);
      for (const roomId of add) this.#declared.add(roomId);
      for (const roomId of missing) {
        this.#declared.delete(roomId);
        this.#missing.add(roomId);
      }
      if (missing.length > 0) onMissing(missing);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      if (number === this.#connections) this.#retry(error);
      return;
    }
    this.#isAsking = false;
    void this.#declare();
  }

  /** What to declare now: as much as one call takes, and never more than a connection may follow. */
  #next(): { add: string[]; remove: string[] } {
    const remove = [...this.#declared]
      .filter(roomId => !this.#wanted.has(roomId))
      .slice(0, MAX_WATCHED_SUMMARIES_A_CALL);
    const room = MAX_WATCHED_SUMMARIES - this.#declared.size + remove.length;
    const add = [...this.#wanted]
      .filter(roomId => !this.#declared.has(roomId) && !this.#missing.has(roomId))
      .slice(0, Math.min(room, MAX_WATCHED_SUMMARIES_A_CALL));
    return { add, remove };
  }

  #retry(error: CommandError): void {
    const { connection, environment } = this.#options;
    // Without a connection, the next one declares all of them again.
    if (!error.retry || connection.state.get().status !== 'connected') return;
    const wait = Math.max(backoffMs(this.#attempt++, environment.random), (error.retryAfter ?? 0) * 1000);
    const number = this.#connections;
    environment.setTimer(() => {
      if (number !== this.#connections) return;
      this.#isAsking = false;
      void this.#declare();
    }, wait);
  }
}

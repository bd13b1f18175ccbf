import { type CommandOutput, MAX_COUNTED_ROOMS, type ReadState } from '@snug/protocol';
import type { Connection } from './connection.ts';
import type { Environment } from './environment.ts';
import { RetriedRead } from './retried-read.ts';

/** All clients that missed the same changes ask: each waits a random time. */
const MAX_DELAY_MS = 10_000;
const MIN_INTERVAL_MS = 30_000;
/** Rows of the list have most counts, shortly after a connection. */
const CONNECTION_DELAY_MS = 1_000;

interface CountReaderOptions {
  environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  connection: Pick<Connection, 'command' | 'request' | 'state'>;
  /** Undefined if the room is not the person's. */
  onRead: (roomId: string, read: ReadState | undefined) => void;
}

interface Answer extends CommandOutput<'get_unread'> {
  roomIds: readonly string[];
}

/** Asks the server for the counts of rooms, rarely and in few commands. */
export class CountReader {
  readonly #options: CountReaderOptions;
  /** When to ask for a room, in ms, and when this client asked last. */
  readonly #dueAt = new Map<string, number>();
  readonly #askedAt = new Map<string, number>();
  readonly #reading: RetriedRead<Answer>;
  #stopTimer: (() => void) | undefined;

  constructor(options: CountReaderOptions) {
    this.#options = options;
    const { environment, connection } = options;
    this.#reading = new RetriedRead({
      environment,
      connection,
      read: () => this.#read(),
      onResult: answer => this.#onRead(answer),
    });
  }

  ask(roomId: string): void {
    const { random } = this.#options.environment;
    const earliest = (this.#askedAt.get(roomId) ?? Number.NEGATIVE_INFINITY) + MIN_INTERVAL_MS;
    if (!this.#dueAt.has(roomId))
      this.#dueAt.set(roomId, Math.max(this.#now + random() * MAX_DELAY_MS, earliest));
    this.#schedule();
  }

  askSoon(roomIds: Iterable<string>): void {
    for (const roomId of roomIds) this.#dueAt.set(roomId, this.#now + CONNECTION_DELAY_MS);
    this.#schedule();
  }

  /** The count is known, or not needed. */
  forget(roomId: string): void {
    this.#dueAt.delete(roomId);
  }

  clear(): void {
    this.#reading.cancel();
    this.#dueAt.clear();
    this.#askedAt.clear();
  }

  get #now(): number {
    return this.#options.environment.now();
  }

  #schedule(): void {
    this.#stopTimer?.();
    if (this.#dueAt.size === 0) return;
    const next = Math.min(...this.#dueAt.values());
    const start = () => this.#reading.start();
    this.#stopTimer = this.#options.environment.setTimer(start, Math.max(0, next - this.#now));
  }

  async #read(): Promise<Answer> {
    const roomIds = this.#takeDue();
    if (roomIds.length === 0) return { roomIds, reads: {} };
    return { roomIds, ...(await this.#options.connection.request('get_unread', { roomIds })) };
  }

  #onRead({ roomIds, reads }: Answer): void {
    const { onRead } = this.#options;
    for (const [roomId, read] of Object.entries(reads)) onRead(roomId, read);
    // Unless the person has joined it meanwhile, it is not theirs any more.
    for (const roomId of roomIds) if (!reads[roomId] && this.#dueAt.has(roomId)) onRead(roomId, undefined);
    this.#schedule();
  }

  #takeDue(): string[] {
    const due = [...this.#dueAt].filter(([, at]) => at <= this.#now).slice(0, MAX_COUNTED_ROOMS);
    for (const [roomId] of due) this.#askedAt.set(roomId, this.#now);
    return due.map(([roomId]) => roomId);
  }
}

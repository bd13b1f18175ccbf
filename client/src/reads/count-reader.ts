import { type CommandOutput, MAX_COUNTED_ROOMS, type ReadState } from '@snug/protocol';
import type { Connection } from '../connection/connection.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';

/** All clients that missed the same changes ask: each waits a random time. */
const MAX_DELAY_MS = 10_000;
const MIN_INTERVAL_MS = 30_000;
/** Rows of the list have most counts, shortly after a connection. */
const CONNECTION_DELAY_MS = 1_000;

interface CountReaderOptions {
  environment: Pick<Environment, 'now' | 'random' | 'setTimer'>;
  connection: Pick<Connection, 'command' | 'request' | 'state'>;
  onReads: (reads: ReadonlyMap<string, CountedRead>) => void;
  /** An answer for many rooms may have no space for the cursors of its conversations. */
  isOpen: (roomId: string) => boolean;
}

export interface CountedRead {
  /** Undefined for a room that is not the person's. */
  read: ReadState | undefined;
  /** Whether the server counted after everything that this client knows. */
  isCurrent: boolean;
}

interface Wanted {
  /** When to ask, in ms. */
  dueAt: number;
  /** A count of an earlier position is not enough. */
  seq: number;
  /** Of the last cause, in the order of all. */
  cause: number;
}

interface Answer extends CommandOutput<'get_unread'> {
  roomIds: readonly string[];
  /** The last cause before the question. */
  cause: number;
}

/** Asks the server for the counts of rooms, rarely and in few commands. */
export class CountReader {
  readonly #options: CountReaderOptions;
  readonly #wanted = new Map<string, Wanted>();
  /** When this client asked last, in ms. */
  readonly #askedAt = new Map<string, number>();
  /** Rooms of a question without an answer, which a retry repeats. */
  readonly #unanswered = new Set<string>();
  #isReading = false;
  #lastCause = 0;
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

  /** For a count of the position `seq` or later. */
  ask(roomId: string, seq = 0): void {
    const { random } = this.#options.environment;
    const wanted = this.#wanted.get(roomId);
    const earliest = (this.#askedAt.get(roomId) ?? Number.NEGATIVE_INFINITY) + MIN_INTERVAL_MS;
    this.#wanted.set(roomId, {
      dueAt: wanted?.dueAt ?? Math.max(this.#now + random() * MAX_DELAY_MS, earliest),
      seq: Math.max(seq, wanted?.seq ?? 0),
      cause: ++this.#lastCause,
    });
    this.#schedule();
  }

  askSoon(roomIds: Iterable<string>): void {
    const dueAt = this.#now + CONNECTION_DELAY_MS;
    const cause = ++this.#lastCause;
    for (const roomId of roomIds)
      this.#wanted.set(roomId, { dueAt, seq: this.#wanted.get(roomId)?.seq ?? 0, cause });
    this.#schedule();
  }

  /** The count is known up to `seq`, or not needed. */
  forget(roomId: string, seq = Number.POSITIVE_INFINITY): void {
    const wanted = this.#wanted.get(roomId);
    if ((wanted?.seq ?? 0) <= seq) this.#end(roomId);
    else if (wanted) wanted.cause = ++this.#lastCause;
  }

  #end(roomId: string): void {
    this.#wanted.delete(roomId);
    this.#unanswered.delete(roomId);
  }

  clear(): void {
    this.#reading.cancel();
    this.#unanswered.clear();
    this.#wanted.clear();
    this.#askedAt.clear();
  }

  get #now(): number {
    return this.#options.environment.now();
  }

  #schedule(): void {
    this.#stopTimer?.();
    if (this.#wanted.size === 0 || this.#isReading) return;
    const next = Math.min(...Array.from(this.#wanted.values(), ({ dueAt }) => dueAt));
    const start = () => this.#reading.start();
    this.#stopTimer = this.#options.environment.setTimer(start, Math.max(0, next - this.#now));
  }

  async #read(): Promise<Answer> {
    const roomIds = this.#takeDue();
    const cause = this.#lastCause;
    if (roomIds.length === 0) return { roomIds, cause, reads: {} };
    this.#isReading = true;
    try {
      return { roomIds, cause, ...(await this.#options.connection.request('get_unread', { roomIds })) };
    } finally {
      this.#isReading = false;
      this.#schedule();
    }
  }

  #onRead({ roomIds, cause, reads }: Answer): void {
    const answered = new Map<string, CountedRead>();
    for (const roomId of roomIds) {
      const read = reads[roomId];
      const wanted = this.#wanted.get(roomId);
      this.#unanswered.delete(roomId);
      // What happened after the question may not be in its answer.
      const isCurrent = wanted !== undefined && wanted.cause <= cause;
      if (!wanted || !read || isCurrent) this.#end(roomId);
      // Unless the person has joined it meanwhile, a room without a count is not theirs any more.
      if (read || wanted) answered.set(roomId, { read, isCurrent });
    }
    this.#options.onReads(answered);
    this.#schedule();
  }

  #takeDue(): string[] {
    const isDue = (roomId: string, { dueAt }: Wanted) => dueAt <= this.#now || this.#unanswered.has(roomId);
    const due = [...this.#wanted].filter(entry => isDue(...entry));
    const open = due.find(([roomId]) => this.#options.isOpen(roomId));
    const taken = open ? [open] : due.slice(0, MAX_COUNTED_ROOMS);
    for (const [roomId, wanted] of taken) {
      this.#unanswered.add(roomId);
      this.#askedAt.set(roomId, this.#now);
      wanted.dueAt = this.#now + MIN_INTERVAL_MS;
    }
    return taken.map(([roomId]) => roomId);
  }
}

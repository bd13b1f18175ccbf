/** One who has something to write. */
export interface Flushable {
  /** Writes what waits, and says how many frames that was. */
  flush(): number;
}

export interface WriteSchedulerOptions {
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  /** Runs something once at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** So many members write one after the other; then others have a turn, such as those who send. */
const MAX_FLUSHES_PER_TURN = 100;
/** So long at most, ms: the system takes large frames slowly. */
const MAX_FLUSH_MS = 4;

/** How long a rest after a round is, in times of what that took, and at most. */
const DELAY_FACTOR = 6;
const MAX_DELAY_MS = 50;
/** How many frames a round has to have brought to each, and a rest to gather for each, to be worth it. */
const MIN_FRAMES_PER_WRITE = 1.5;
const MIN_FRAMES_PER_DELAY = 2;

/**
 * When what is told to many is written to their sockets. A write is nearly all that telling costs, whatever is in it. So where
 * messages come for everybody faster than they can be written one by one, there is no round for a while after one, in which
 * more gathers for the next: a busy room's writes take a seventh of the processor. Where a rest would gather nothing, in a quiet
 * room or in many rooms at once, there is none.
 */
export class WriteScheduler {
  readonly #options: WriteSchedulerOptions;
  #queue: Flushable[] = [];
  #isRunning = false;
  #startedAt = 0;
  #delayUntil = 0;

  constructor(options: WriteSchedulerOptions) {
    this.#options = options;
  }

  /** Has a member flushed in the next round. It joins once for each round. */
  enqueue(member: Flushable): void {
    if (this.#queue.push(member) === 1 && !this.#isRunning) this.#schedule();
  }

  #schedule(): void {
    const { now, defer, setTimer } = this.#options;
    const delay = this.#delayUntil - now();
    if (delay > 0) setTimer(() => this.#start(), delay);
    else defer(() => this.#start());
  }

  #start(): void {
    const members = this.#queue;
    this.#queue = [];
    this.#isRunning = true;
    const before = this.#startedAt;
    this.#startedAt = this.#options.now();
    this.#flush(members, { ms: 0, writes: 0, frames: 0, sincePreviousMs: this.#startedAt - before });
  }

  #flush(members: readonly Flushable[], stats: RoundStats): void {
    const { now, defer } = this.#options;
    const startedAt = now();
    let done = 0;
    do {
      const frames = members[done++]?.flush() ?? 0;
      if (frames > 0) stats.writes++;
      stats.frames += frames;
    } while (done < members.length && done < MAX_FLUSHES_PER_TURN && now() - startedAt < MAX_FLUSH_MS);
    stats.ms += now() - startedAt;
    if (done >= members.length) this.#finish(stats);
    else defer(() => this.#flush(members.slice(done), stats));
  }

  #finish({ ms, writes, frames, sincePreviousMs }: RoundStats): void {
    const delay = Math.min(ms * DELAY_FACTOR, MAX_DELAY_MS);
    const framesPerWrite = frames / writes;
    const isDelayWorthwhile =
      framesPerWrite >= MIN_FRAMES_PER_WRITE &&
      (framesPerWrite / sincePreviousMs) * delay >= MIN_FRAMES_PER_DELAY;
    this.#delayUntil = isDelayWorthwhile ? this.#options.now() + delay : 0;
    this.#isRunning = false;
    if (this.#queue.length > 0) this.#schedule();
  }
}

/** What a round took, ms, and brought. */
interface RoundStats {
  ms: number;
  writes: number;
  frames: number;
  /** How long after the round before it began. */
  sincePreviousMs: number;
}

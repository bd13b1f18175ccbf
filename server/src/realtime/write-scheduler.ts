export interface Flushable {
  flush(): number;
}

export interface WriteSchedulerOptions {
  now: () => number;
  defer: (run: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** After this many flushes the event loop runs other work, such as received commands. */
const MAX_FLUSHES_PER_TURN = 100;
/** Writes of large frames are slow. */
const MAX_FLUSH_MS = 4;

/** The delay after a round is this multiple of the round's duration, up to the maximum. */
const DELAY_FACTOR = 6;
const MAX_DELAY_MS = 50;
/** A delay follows only a round with this many frames per write, and only if it collects this many more. */
const MIN_FRAMES_PER_WRITE = 1.5;
const MIN_FRAMES_PER_DELAY = 2;

/**
 * A write costs nearly the same for one frame as for many. So if messages arrive faster than single writes can keep up with, a
 * delay follows each round of flushes, and more frames share the next write. A quiet room, or many rooms at once, would collect
 * nothing during a delay, so they have none.
 */
export class WriteScheduler {
  readonly #options: WriteSchedulerOptions;
  #queue = new Set<Flushable>();
  #isRunning = false;
  #startedAt = 0;
  #delayUntil = 0;

  constructor(options: WriteSchedulerOptions) {
    this.#options = options;
  }

  /** Flushes the member once in the next round. */
  enqueue(member: Flushable): void {
    if (this.#queue.size === 0 && !this.#isRunning) this.#schedule();
    this.#queue.add(member);
  }

  #schedule(): void {
    const { now, defer, setTimer } = this.#options;
    const delay = this.#delayUntil - now();
    if (delay > 0) setTimer(() => this.#start(), delay);
    else defer(() => this.#start());
  }

  #start(): void {
    const members = [...this.#queue];
    this.#queue.clear();
    this.#isRunning = true;
    const previousStart = this.#startedAt;
    this.#startedAt = this.#options.now();
    this.#flush(members, { ms: 0, writes: 0, frames: 0, sincePreviousMs: this.#startedAt - previousStart });
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
    if (this.#queue.size > 0) this.#schedule();
  }
}

interface RoundStats {
  ms: number;
  writes: number;
  frames: number;
  /** From the start of the previous round to the start of this one. */
  sincePreviousMs: number;
}

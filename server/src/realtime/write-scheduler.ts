/** One who has something to write. */
export interface Member {
  /** Writes what waits, and says how many frames that was. */
  flush(): number;
}

export interface RoundsOptions {
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  /** Runs something once at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** So many members write one after the other; then others have a turn, such as those who send. */
const AT_ONCE = 100;
/** So long at most, ms: the system takes large frames slowly. */
const AT_ONCE_MS = 4;

/** How long a rest after a round is, in times of what that took, and at most. */
const REST = 6;
const MAX_REST_MS = 50;
/** How many frames a round has to have brought to each, and a rest to gather for each, to be worth it. */
const BROUGHT = 1.5;
const GATHERED = 2;

/**
 * When what is told to many is written to their sockets. A write is nearly all that telling costs, whatever is in it. So where
 * messages come for everybody faster than they can be written one by one, there is no round for a while after one, in which
 * more gathers for the next: a busy room's writes take a seventh of the processor. Where a rest would gather nothing, in a quiet
 * room or in many rooms at once, there is none.
 */
export class Rounds {
  readonly #options: RoundsOptions;
  #members: Member[] = [];
  #isRunning = false;
  #beganAt = 0;
  #restsUntil = 0;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Has a member flushed in the next round. It joins once for each round. */
  join(member: Member): void {
    if (this.#members.push(member) === 1 && !this.#isRunning) this.#schedule();
  }

  #schedule(): void {
    const { now, defer, setTimer } = this.#options;
    const rest = this.#restsUntil - now();
    if (rest > 0) setTimer(() => this.#begin(), rest);
    else defer(() => this.#begin());
  }

  #begin(): void {
    const members = this.#members;
    this.#members = [];
    this.#isRunning = true;
    const before = this.#beganAt;
    this.#beganAt = this.#options.now();
    this.#flush(members, { ms: 0, writes: 0, frames: 0, sinceMs: this.#beganAt - before });
  }

  #flush(members: readonly Member[], taken: Taken): void {
    const { now, defer } = this.#options;
    const began = now();
    let done = 0;
    do {
      const frames = members[done++]?.flush() ?? 0;
      if (frames > 0) taken.writes++;
      taken.frames += frames;
    } while (done < members.length && done < AT_ONCE && now() - began < AT_ONCE_MS);
    taken.ms += now() - began;
    if (done >= members.length) this.#end(taken);
    else defer(() => this.#flush(members.slice(done), taken));
  }

  #end({ ms, writes, frames, sinceMs }: Taken): void {
    const rest = Math.min(ms * REST, MAX_REST_MS);
    const brought = frames / writes;
    const isWorthIt = brought >= BROUGHT && (brought / sinceMs) * rest >= GATHERED;
    this.#restsUntil = isWorthIt ? this.#options.now() + rest : 0;
    this.#isRunning = false;
    if (this.#members.length > 0) this.#schedule();
  }
}

/** What a round took, ms, and brought. */
interface Taken {
  ms: number;
  writes: number;
  frames: number;
  /** How long after the round before it began. */
  sinceMs: number;
}

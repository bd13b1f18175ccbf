/** One who has something to write. */
export interface Member {
  flush(): void;
}

export interface RoundsOptions {
  /** Milliseconds, of a clock that never jumps. */
  now: () => number;
  /** Runs something once at the end of this turn of the event loop. */
  defer: (run: () => void) => void;
  setTimer: (run: () => void, ms: number) => void;
}

/** How long there is no round after one, in times of what that took, and at most. */
const REST = 4;
const MAX_REST_MS = 50;

/**
 * When what is told to many is written to their sockets. A write is nearly all that telling costs, whatever is in it; so
 * after a round of writes there is none for a while, in which more gathers for the next. A quiet room never waits: its
 * rounds are short, and the rest after one is over long before the next message. A busy room's writes take a fifth of the
 * processor at most, and each brings all the more.
 */
export class Rounds {
  readonly #options: RoundsOptions;
  #members: Member[] = [];
  #restsUntil = 0;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** Has a member flushed in the next round. It joins once for each round. */
  join(member: Member): void {
    if (this.#members.push(member) > 1) return;
    const { now, defer, setTimer } = this.#options;
    const rest = this.#restsUntil - now();
    if (rest > 0) setTimer(() => this.#run(), rest);
    else defer(() => this.#run());
  }

  #run(): void {
    const { now } = this.#options;
    const members = this.#members;
    this.#members = [];
    const began = now();
    for (const member of members) member.flush();
    const ended = now();
    this.#restsUntil = ended + Math.min((ended - began) * REST, MAX_REST_MS);
  }
}

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

/** How long there is no round after one, in times of what that took, and at most. */
const REST = 6;
const MAX_REST_MS = 50;

/**
 * When what is told to many is written to their sockets. A write is nearly all that telling costs, whatever is in it. So once
 * more than one message comes for everybody during a round, there is none for a while after it, in which still more gathers
 * for the next. A busy room's writes then take a seventh of the processor. Where a rest would gather nothing, in a quiet
 * room or in many rooms at once, there is none.
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
    let [writes, frames] = [0, 0];
    const began = now();
    for (const member of members) {
      const count = member.flush();
      if (count > 0) writes++;
      frames += count;
    }
    const ended = now();
    const rest = REST * Math.min(frames / writes - 1, 1);
    this.#restsUntil = writes === 0 ? ended : ended + Math.min((ended - began) * rest, MAX_REST_MS);
  }
}

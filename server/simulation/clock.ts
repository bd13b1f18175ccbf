import type { Clock } from '../src/base/clock.ts';

interface Timer {
  dueAt: number;
  run(): void;
}

/** Time passes only in `advance`. */
export class SimulatedClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #timers: Timer[] = [];

  /** Whole milliseconds, like a database. */
  readonly now = (): number => Math.floor(this.#now);
  readonly steadyNow = this.now;
  readonly defer = setImmediate;

  readonly setTimer = (run: () => void, ms: number): (() => void) => {
    const timer = { dueAt: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter(other => other !== timer);
    };
  };

  readonly repeat = (run: () => void, ms: number): (() => void) => {
    let stop = () => {};
    const tick = () => {
      stop = this.setTimer(tick, ms);
      run();
    };
    stop = this.setTimer(tick, ms);
    return () => stop();
  };

  async advance(ms: number, flush: () => Promise<void>): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.dueAt - b.dueAt)[0];
      if (!next || next.dueAt > until) break;
      this.#timers = this.#timers.filter(timer => timer !== next);
      this.#now = Math.max(this.#now, next.dueAt);
      next.run();
      await flush();
    }
    this.#now = until;
  }
}

import { type Clock, systemClock } from '../base/clock.ts';
import { NOW } from './database.ts';

/** A clock that a test advances. Timers fire at the end of `advance`. */
export class TestClock {
  now = NOW;
  readonly #timers = new Set<{ run: () => void; at: number; everyMs?: number }>();

  readonly clock: Clock = {
    ...systemClock,
    steadyNow: () => this.now,
    setTimer: (run, ms) => this.#add({ run, at: this.now + ms }),
    repeat: (run, ms) => this.#add({ run, at: this.now + ms, everyMs: ms }),
  };

  /** In ms from now, of those that fire once. */
  get delays(): number[] {
    return [...this.#timers].filter(({ everyMs }) => everyMs === undefined).map(({ at }) => at - this.now);
  }

  advance(ms: number): void {
    this.now += ms;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.now)) {
      if (timer.everyMs === undefined) this.#timers.delete(timer);
      else timer.at = this.now + timer.everyMs;
      timer.run();
    }
  }

  #add(timer: { run: () => void; at: number; everyMs?: number }): () => void {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }
}

/**
 * The database's clock, as this process knows it: from the last time that the database reported, and a monotonic clock. It
 * lags by at most the duration of that query.
 */
export class DatabaseClock {
  readonly #steadyNow: () => number;
  #offset: number;

  constructor(at: number, steadyNow: () => number) {
    this.#steadyNow = steadyNow;
    this.#offset = at - steadyNow();
  }

  /** `at`: the database's time a moment ago, ms since 1970. */
  observe(at: number): void {
    this.#offset = at - this.#steadyNow();
  }

  readonly now = (): number => Math.floor(this.#offset + this.#steadyNow());
}

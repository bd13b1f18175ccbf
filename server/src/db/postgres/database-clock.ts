/** The last reported time of the database plus a monotonic clock. Lags by at most the duration of that query. */
export class DatabaseClock {
  readonly #steadyNow: () => number;
  #offset: number;

  constructor(at: number, steadyNow: () => number) {
    this.#steadyNow = steadyNow;
    this.#offset = at - steadyNow();
  }

  observe(at: number): void {
    this.#offset = at - this.#steadyNow();
  }

  readonly now = (): number => Math.floor(this.#offset + this.#steadyNow());
}

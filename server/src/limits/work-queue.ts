/** Runs works with bounded concurrency, in order. The caller bounds how many wait. */
export class WorkQueue {
  readonly #concurrency: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#concurrency) this.#running++;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const startNext = this.#waiting.shift();
      if (startNext) startNext();
      else this.#running--;
    }
  }
}

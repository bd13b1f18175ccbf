import { nextIdle } from './when-idle.ts';

/** Work that waits until the page is idle, at most 1 s. However often it is scheduled meanwhile, it runs once. */
export class IdleTask {
  readonly #run: () => void;
  readonly #nextIdle: () => Promise<void>;
  #isDue = false;

  constructor(run: () => void, wait = nextIdle) {
    this.#run = run;
    this.#nextIdle = wait;
  }

  schedule(): void {
    if (!this.#isDue) void this.#nextIdle().then(this.flush);
    this.#isDue = true;
  }

  /** Runs now if it is scheduled. */
  readonly flush = (): void => {
    if (!this.#isDue) return;
    this.#isDue = false;
    this.#run();
  };

  cancel(): void {
    this.#isDue = false;
  }
}

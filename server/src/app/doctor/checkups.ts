import type { Checkup } from '@snug/protocol';
import type { Clock } from '../../base/clock.ts';
import type { Finding } from './finding.ts';

const FIRST_MS = 30_000;
const EVERY_MS = 60 * 60_000;
const MAX_TEXT_LENGTH = 500;

export interface CheckupsOptions {
  check: () => Promise<Finding[]>;
  /** Lets the other servers on the database show it. Undefined if there are none. */
  store?: ((checkup: Checkup) => Promise<void>) | undefined;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** What this server finds on its machine while it runs, for "Health". */
export class Checkups {
  readonly #options: CheckupsOptions;
  #last: Checkup | undefined;
  #running: Promise<void> | undefined;

  constructor(options: CheckupsOptions) {
    this.#options = options;
  }

  get last(): Checkup | undefined {
    return this.#last;
  }

  /** One at a time: calls during a run share it. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Soon after a start, when the server listens, and every hour. Returns the end of it. */
  start({ setTimer, repeat }: Pick<Clock, 'setTimer' | 'repeat'>): () => void {
    const ends = [setTimer(() => void this.run(), FIRST_MS), repeat(() => void this.run(), EVERY_MS)];
    return () => ends.forEach(end => end());
  }

  async #run(): Promise<void> {
    const { check, store, now, onFailure } = this.#options;
    try {
      const lines = (await check()).map(({ text, ...line }) => ({
        ...line,
        text: text.slice(0, MAX_TEXT_LENGTH),
      }));
      this.#last = { at: now(), lines };
      await store?.(this.#last);
    } catch (error) {
      onFailure(error);
    }
  }
}

import type { Random } from '@snug/testkit/random.ts';
import { createTrimJob, type TrimJobOptions } from '../src/chat/trims/trim-job.ts';
import { KEPT_MS } from './trim-history.ts';

/** So few rooms are trimmed at a time that the others have trims at other moments. */
const TRIM_RATE = 0.4;
/** The rule changes all the time, and a later trim takes the pins that an earlier one kept. */
const KEEPS_PINS_RATE = 0.3;

export interface TrimsOptions {
  random: Random;
  /** The rooms with a rule. */
  roomIds: readonly string[];
  onError: (error: unknown) => void;
}

export type TrimmingServer = Pick<TrimJobOptions, 'read' | 'writer' | 'now'>;

/** The job that trims rooms, step by step on any of the servers, also on two at once: a lease can end before its step. */
export class Trims {
  readonly #options: TrimsOptions;
  #cursor: string | undefined;

  constructor(options: TrimsOptions) {
    this.#options = options;
  }

  /** A step in the background. A server that crashes in it leaves the cursor where it was. */
  step(server: TrimmingServer): void {
    const { random, onError } = this.#options;
    const getLimit = async (now: number) => this.#createLimit(now, random.chance(KEEPS_PINS_RATE));
    const canTrim = () => random.chance(TRIM_RATE);
    this.#createJob(server, canTrim, getLimit)
      .step(this.#cursor)
      .then(next => {
        this.#cursor = next;
      })
      .catch(onError);
  }

  /** Trims all rooms, and erases nothing yet. */
  async trimAll(server: TrimmingServer): Promise<void> {
    const getLimit = async (now: number) => this.#createLimit(now, false);
    await this.#createJob(server, () => true, getLimit).step(undefined);
  }

  async eraseAll(server: TrimmingServer): Promise<void> {
    const job = this.#createJob(
      server,
      () => false,
      async () => undefined,
    );
    let cursor = await job.step(undefined);
    while (cursor !== undefined) cursor = await job.step(cursor);
  }

  #createLimit(now: number, keepsPins: boolean) {
    return { before: now - KEPT_MS, keepsPins };
  }

  #createJob(
    server: TrimmingServer,
    canTrim: () => boolean,
    getLimit: (now: number) => ReturnType<TrimJobOptions['rules']['getLimit']>,
  ) {
    return createTrimJob({
      ...server,
      rules: {
        hasAny: async () => true,
        getLimit: async ({ id }, now) =>
          this.#options.roomIds.includes(id) && canTrim() ? getLimit(now) : undefined,
        isHeld: async () => false,
      },
      removal: { removeAll: async () => {} },
      rest: async () => {},
    });
  }
}

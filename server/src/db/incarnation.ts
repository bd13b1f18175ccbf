import { randomBytes } from 'node:crypto';

/** A clock that jumps by more than this, in ms, may be that of a machine that was put back to an earlier state. */
const MAX_JUMP_MS = 10_000;

export interface IncarnationOptions {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds, of a clock that nobody sets. */
  steadyNow: () => number;
}

/**
 * Names the part of history that this process writes. A copy of the database that is put back begins another one, and so does
 * the memory of a machine: then the clock jumps.
 */
export class Incarnation {
  readonly #options: IncarnationOptions;
  #offset: number;
  #name = newIncarnation();

  constructor(options: IncarnationOptions) {
    this.#options = options;
    this.#offset = options.now() - options.steadyNow();
  }

  readonly current = (): string => {
    const { now, steadyNow } = this.#options;
    const offset = now() - steadyNow();
    if (Math.abs(offset - this.#offset) > MAX_JUMP_MS) this.#name = newIncarnation();
    this.#offset = offset;
    return this.#name;
  };
}

export function newIncarnation(): string {
  return randomBytes(9).toString('base64url');
}

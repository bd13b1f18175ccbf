import { randomBytes } from 'node:crypto';

/** A larger clock jump may mean that the machine was restored to an earlier state. */
const MAX_JUMP_MS = 10_000;

export interface IncarnationOptions {
  now: () => number;
  steadyNow: () => number;
}

/** A new process may have a copy of the database, and a clock jump may mean a restored machine. */
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

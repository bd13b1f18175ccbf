import type { StoreProblem, StoreReason } from '@snug/protocol';
import type { S3Error } from './s3-error.ts';

export interface StoreHealthOptions {
  now: () => number;
  /** At each change, with undefined when the store works again. */
  onChange?: (error: S3Error | undefined) => void;
}

/** Only writes can show that these are over. */
const PROBLEMS_OF_WRITES = new Set<StoreReason>(['full', 'rights']);

/** Whether the store works, as the last requests show. */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #problem: StoreProblem | undefined;
  /** A store that refuses writes still serves reads. */
  #writeProblem: StoreProblem | undefined;

  constructor(options: StoreHealthOptions) {
    this.#options = options;
  }

  get problem(): StoreProblem | undefined {
    return this.#writeProblem ?? this.#problem;
  }

  /** Time of the last result. */
  get checkedAt(): number {
    return this.#checkedAt;
  }

  recordSuccess(isWrite: boolean): void {
    const hadProblem = this.problem !== undefined;
    this.#checkedAt = this.#options.now();
    this.#problem = undefined;
    if (isWrite) this.#writeProblem = undefined;
    if (hadProblem && !this.problem) this.#options.onChange?.(undefined);
  }

  recordFailure(error: S3Error, isWrite: boolean): void {
    const now = this.#options.now();
    this.#checkedAt = now;
    const before = this.problem;
    const { reason, code } = error;
    const isOfWrites = isWrite && PROBLEMS_OF_WRITES.has(reason);
    const since = (isOfWrites ? this.#writeProblem : this.#problem)?.since ?? now;
    const problem = { reason, since, ...(code !== '' && { detail: code }) };
    if (isOfWrites) this.#writeProblem = problem;
    else this.#problem = problem;
    if (before?.reason !== this.problem?.reason) this.#options.onChange?.(error);
  }
}

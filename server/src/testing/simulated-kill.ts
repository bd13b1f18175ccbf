import type { Db } from '../db/schema.ts';

export interface KilledAt {
  /** The number of the step; the first one is 1. */
  step: number;
  /** Whether it still happens; nobody sees its result then. */
  isDone: boolean;
}

/**
 * Kills a process of a unit test at one of its steps: the statements that it reads with, its writes, and what it sends. From then on, it does
 * nothing, and nothing that it awaits ends.
 */
export class SimulatedKill {
  /** Steps so far. */
  steps = 0;
  readonly #at: KilledAt | undefined;
  readonly #death = Promise.withResolvers<void>();
  #isDead = false;

  /** `at`: undefined to count the steps only. */
  constructor(at?: KilledAt) {
    this.#at = at;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Resolves when the process is dead. */
  get death(): Promise<void> {
    return this.#death.promise;
  }

  async run<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#isDead) return never();
    const isLast = ++this.steps === this.#at?.step;
    if (!isLast) return step();
    this.#isDead = true;
    if (this.#at?.isDone) await step();
    this.#death.resolve();
    return never();
  }

  /** Each prepared statement of this connection is a step. */
  watch(db: Db): Db {
    const execute = db.executeQuery.bind(db);
    db.executeQuery = query => this.run(() => execute(query));
    return db;
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}

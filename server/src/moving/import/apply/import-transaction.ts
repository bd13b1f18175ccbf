import { CompiledQuery } from 'kysely';
import type { Db } from '../../../db/schema.ts';

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map(text => CompiledQuery.raw(text)) as [
  CompiledQuery,
  CompiledQuery,
  CompiledQuery,
];

/** Of one transaction. */
const MAX_ROWS = 100_000;

/**
 * The transaction of an import, which has the only connection. It holds the steps of several small rooms: the indexes by person change in
 * as many pages for a small room as for ten of them, and each commit writes all changed pages.
 */
export class ImportTransaction {
  readonly #db: Db;
  #isOpen = false;
  #rows = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Stores all that `step` writes, or nothing of it. `rows`: about how many rows that are. */
  async run(rows: number, step: () => Promise<void>): Promise<void> {
    if (!this.#isOpen) await this.#db.executeQuery(BEGIN);
    this.#isOpen = true;
    try {
      await step();
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
    this.#rows += rows;
    if (this.#rows >= MAX_ROWS) await this.commit();
  }

  /** Afterwards, all steps so far outlive a crash. */
  async commit(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      await this.#db.executeQuery(COMMIT);
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
    this.#end();
  }

  /** A lost connection, and SQLite on a full disk, have rolled back already. */
  async #rollBack(): Promise<void> {
    this.#end();
    await this.#db.executeQuery(ROLLBACK).catch(() => {});
  }

  #end(): void {
    this.#isOpen = false;
    this.#rows = 0;
  }
}

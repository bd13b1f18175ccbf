import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Db, Schema } from '../../db/schema.ts';
import { createSqliteDb } from '../../db/sqlite/sqlite.ts';
import { LockManager } from './lock-manager.ts';
import { type RowChange, RowLog } from './row-log.ts';

export interface SharedDatabaseOptions {
  /** Resolves when the transaction may run its next statement. */
  waitForTurn: (transaction: Transaction, sql: string) => Promise<void>;
  onWrite?: (transaction: Transaction, change: RowChange) => void;
  /** A transaction commits these changes. */
  onCommit?: (changes: readonly RowChange[], log: RowLog) => void;
}

/** Another transaction wrote the row and has not ended. */
class RowLockedError extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`${key} is locked`);
    this.key = key;
  }
}

/**
 * One SQLite database for concurrent transactions, statement by statement. As in PostgreSQL, a written row is locked for
 * others until its transaction ends, and a deadlock fails. Unlike there, transactions read uncommitted changes of others.
 */
export class SharedDatabase {
  readonly locks = new LockManager();
  readonly #db: Db;
  readonly #log: RowLog;
  readonly #options: SharedDatabaseOptions;
  #running: Transaction | undefined;

  constructor(database: DatabaseSync, options: SharedDatabaseOptions) {
    this.#db = createSqliteDb(database);
    this.#options = options;
    this.#log = new RowLog(database, change => this.#recordChange(change));
  }

  transaction(): Transaction {
    return new Transaction({
      waitForTurn: this.#options.waitForTurn,
      run: (transaction, query) => this.#run(transaction, query),
      end: (transaction, changes) => this.#end(transaction, changes),
      undo: changes => this.#log.undo(changes),
    });
  }

  async #run<Row>(transaction: Transaction, query: CompiledQuery): Promise<QueryResult<Row>> {
    for (;;) {
      await this.#options.waitForTurn(transaction, query.sql);
      const written = transaction.changes.length;
      try {
        this.#running = transaction;
        // Runs synchronously.
        const result = this.#db.executeQuery<Row>(query);
        this.#running = undefined;
        return await result;
      } catch (error) {
        transaction.changes.length = written;
        if (!(error instanceof RowLockedError)) throw error;
        await this.locks.acquire(transaction, error.key);
      }
    }
  }

  #recordChange(change: RowChange): void {
    const transaction = this.#running;
    if (!transaction) return;
    const key = `row:${this.#log.getKey(change)}`;
    if (!this.locks.tryAcquire(transaction, key)) throw new RowLockedError(key);
    transaction.changes.push(change);
    this.#options.onWrite?.(transaction, change);
  }

  #end(transaction: Transaction, committed: readonly RowChange[]): void {
    if (committed.length > 0) this.#options.onCommit?.(committed, this.#log);
    this.locks.release(transaction);
  }
}

interface TransactionHooks {
  waitForTurn: SharedDatabaseOptions['waitForTurn'];
  run<Row>(transaction: Transaction, query: CompiledQuery): Promise<QueryResult<Row>>;
  end(transaction: Transaction, committed: readonly RowChange[]): void;
  undo(changes: readonly RowChange[]): void;
}

/** A connection of its own, which runs one transaction after the other. */
export class Transaction {
  /** Uncommitted changes. */
  readonly changes: RowChange[] = [];
  readonly db: Db;
  readonly #hooks: TransactionHooks;
  #savepoint = 0;

  constructor(hooks: TransactionHooks) {
    this.#hooks = hooks;
    this.db = createConnection(query => this.#execute(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const control = this.#controls[query.sql];
    if (!control) return this.#hooks.run<Row>(this, query);
    if (query.sql === 'commit') await this.#hooks.waitForTurn(this, query.sql);
    control();
    return { rows: [] };
  }

  /** Ends at once, and rolls back. */
  abort(): void {
    this.#undoTo(0);
    this.#hooks.end(this, []);
  }

  readonly #controls: Record<string, () => void> = {
    begin: () => {},
    commit: () => this.#hooks.end(this, this.changes.splice(0)),
    rollback: () => this.abort(),
    'savepoint job': () => void (this.#savepoint = this.changes.length),
    'release savepoint job': () => {},
    'rollback to savepoint job': () => this.#undoTo(this.#savepoint),
  };

  #undoTo(start: number): void {
    this.#hooks.undo(this.changes.splice(start));
  }
}

export function createConnection(execute: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Db {
  const connection: DatabaseConnection = {
    executeQuery: execute,
    streamQuery: () => {
      throw new Error('streaming is not supported here');
    },
  };
  const noop = async () => {};
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => ({
        init: noop,
        acquireConnection: async () => connection,
        releaseConnection: noop,
        beginTransaction: noop,
        commitTransaction: noop,
        rollbackTransaction: noop,
        destroy: noop,
      }),
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CommandError } from '@snug/protocol';
import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { getErrorMessage } from '../../base/error-detail.ts';
import { StartError } from '../../base/start-error.ts';
import type { Db, Schema } from '../schema.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** SQLite's number for `PRAGMA synchronous = FULL`: it syncs the log at each commit. */
const SYNCHRONOUS_FULL = 2;

/** Commits on this connection are durable. */
export function openSqlite(path: string, { readOnly = false } = {}): Db {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
  if (!readOnly) database.exec('pragma journal_mode = wal');
  // Otherwise texts of deleted messages remain in free pages of the file.
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  assertDurable(database);
  return readOnly ? new ReadKysely(new CachedStatements(database)) : createSqliteDb(database);
}

export function createSqliteDb(database: DatabaseSync): Db {
  return new DirectKysely(new CachedStatements(database));
}

/** Kysely's own path has a lock and a pool, which took as long as SQLite itself. */
class DirectKysely extends Kysely<Schema> {
  readonly #statements: CachedStatements;

  constructor(statements: CachedStatements) {
    super({ dialect: new Dialect(statements) });
    this.#statements = statements;
  }

  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    const { sql, parameters } = 'compile' in query ? query.compile() : query;
    const statement = this.#statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Kysely closes only what its own path has opened. */
  override async destroy(): Promise<void> {
    await super.destroy();
    this.#statements.close();
  }
}

/** A read that another connection keeps out succeeds later. */
class ReadKysely extends DirectKysely {
  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    try {
      return await super.executeQuery(query);
    } catch (error) {
      throw isBusy(error) ? new CommandError('unavailable') : error;
    }
  }
}

/** SQLite changes schemas transactionally, so a failed migration leaves nothing. */
class Dialect extends SqliteDialect {
  readonly #statements: CachedStatements;

  constructor(statements: CachedStatements) {
    super({ database: statements });
    this.#statements = statements;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new TransactionDriver(this.#statements);
  }
}

class TransactionDriver extends SqliteDriver {
  readonly #statements: CachedStatements;

  constructor(statements: CachedStatements) {
    super({ database: statements });
    this.#statements = statements;
  }

  /** On a full disk, SQLite has rolled back itself. A second rollback would fail, and its error would hide that of the disk. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#statements.isInTransaction) await super.rollbackTransaction(connection);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // Kysely returns false, because `pragma foreign_keys` has no effect in a transaction.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

// Some builds of SQLite default to `normal`, with which a power failure can undo acknowledged commits.
function assertDurable(database: DatabaseSync): void {
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous;
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode;
  if (synchronous !== SYNCHRONOUS_FULL || journal !== 'wal') {
    throw new StartError(
      `SQLite refuses durable writes here (synchronous ${String(synchronous)}, journal ${String(journal)}).`,
    );
  }
}

/** SQLite's result codes for errors of a single statement. All others are about the disk, the file or the machine. */
const STATEMENT_CODES = new Set([1 /* error */, 18 /* too big */, 19 /* constraint */, 20 /* mismatch */]);

/** SQLite's result codes of a lock that did not end in time: busy and locked. */
const BUSY_CODES = new Set([5, 6]);

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && BUSY_CODES.has(Number(error.errcode) & 0xff);
}

export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return !STATEMENT_CODES.has(Number(error.errcode) & 0xff);
}

/** SQLite's result code of a full disk. */
const FULL = 13;

/** The reason in brackets, and what to do next if that is certain. */
export function describeFailure(error: unknown): string {
  const reason = `(${getErrorMessage(error)}).`;
  const isFull = error instanceof Error && 'errcode' in error && error.errcode === FULL;
  return isFull ? `${reason} Free some space on its disk, and try again.` : reason;
}

/** SQLite's IOERR_FSYNC: earlier writes may be lost, and the next sync does not report it. */
const IOERR_FSYNC = 1034;

export function isFailedSync(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === IOERR_FSYNC;
}

/** Above the number of Snug's own statements. Evicts the oldest. */
const MAX_STATEMENTS = 500;

/** Placeholders are `?`, or `$1`, `$2`, ... */
class CachedStatements implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(text: string): SqliteStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const { sql, positions } = toPositions(text);
    const statement = adaptStatement(this.#database.prepare(sql), positions);
    this.#statements.set(text, statement);
    const [oldest = ''] = this.#statements.keys();
    if (this.#statements.size > MAX_STATEMENTS) this.#statements.delete(oldest);
    return statement;
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/**
 * The optimizer reads the value of a placeholder that is a whole limit or, from SQLite 3.54 on, a whole side of `=`. Then each run
 * prepares the statement again. It does not read the value of an equal expression.
 */
const PLAIN_LIMIT = /\blimit \?/g;
const PLAIN_SIDE = /(?<![<>!])= \?/g;

/** Replaces each `$n` by `?`, and returns the index of each value; undefined if they are in order. */
export function toPositions(text: string): { sql: string; positions: number[] | undefined } {
  const positions: number[] = [];
  const sql = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    positions.push(Number(number) - 1);
    return '?';
  });
  return {
    sql: sql.replaceAll(PLAIN_LIMIT, 'limit 0 + ?').replaceAll(PLAIN_SIDE, '= +?'),
    positions: positions.every((position, index) => position === index) ? undefined : positions,
  };
}

/** Reads rows as arrays, because creating node:sqlite's row objects takes longer than finding most rows. */
function adaptStatement(statement: StatementSync, positions: readonly number[] | undefined): SqliteStatement {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const values = (parameters: readonly unknown[]) =>
    (positions ? positions.map(position => parameters[position]) : parameters) as SQLInputValue[];
  // The types of node:sqlite know only row objects.
  const template = Object.fromEntries(names.map(name => [name, null]));
  const toRow = (cells: unknown) => buildRow(template, names, cells as unknown[]);
  return {
    reader: names.length > 0,
    all: parameters => statement.all(...values(parameters)).map(toRow),
    run: parameters => statement.run(...values(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield toRow(row);
    },
  };
}

/** A copy has all properties at once. Adding one after the other took a fifth of the time of a page of messages. */
function buildRow(template: Record<string, unknown>, names: readonly string[], cells: readonly unknown[]) {
  const row = { ...template };
  for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = cells[index];
  return row;
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type Compilable,
  type CompiledQuery,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import { StartError } from '../../start-error.ts';
import type { Db, Schema } from '../schema.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** `PRAGMA synchronous` as SQLite numbers it: the log is synced at each commit. */
const SYNCHRONOUS_FULL = 2;

/** Opens the database file. What is committed on this connection is on disk. */
export function openSqlite(path: string, { readOnly = false } = {}): Db {
  const database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
  if (!readOnly) database.exec('pragma journal_mode = wal');
  // Otherwise the words of deleted messages stay in the free space of the file.
  database.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on');
  assertDurable(database);
  return createSqliteDb(database);
}

/** Kysely over a connection that is open. */
export function createSqliteDb(database: DatabaseSync): Db {
  return new DirectKysely(new CachedStatements(database));
}

/**
 * Runs a statement that is written already at once. Kysely's own way there, with a lock and a pool, is for several
 * connections; there is one here, and it took as long as SQLite.
 */
class DirectKysely extends Kysely<Schema> {
  readonly #statements: CachedStatements;

  constructor(statements: CachedStatements) {
    super({ dialect: new Dialect({ database: statements }) });
    this.#statements = statements;
  }

  override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
    const { sql, parameters } = 'compile' in query ? query.compile() : query;
    const statement = this.#statements.prepare(sql);
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}

/** SQLite changes a schema in a transaction like anything else, so a migration that fails leaves nothing. */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // Kysely says false, because `pragma foreign_keys` does nothing inside one.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

// Some builds of SQLite start with `normal`, where a power cut takes back commits that were acknowledged.
function assertDurable(database: DatabaseSync): void {
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous;
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode;
  if (synchronous !== SYNCHRONOUS_FULL || journal !== 'wal') {
    throw new StartError(
      `SQLite refuses durable writes here (synchronous ${String(synchronous)}, journal ${String(journal)}).`,
    );
  }
}

/** Result codes of SQLite that speak of one statement; all others speak of the disk, the file or the machine. */
const STATEMENT_CODES = new Set([1 /* error */, 18 /* too big */, 19 /* constraint */, 20 /* mismatch */]);

/** Whether nothing can be stored right now, rather than that one statement was wrong. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return !STATEMENT_CODES.has(Number(error.errcode) & 0xff);
}

/** SQLite's IOERR_FSYNC: what was written before may or may not be on disk, and the next sync does not tell. */
const IOERR_FSYNC = 1034;

export function isFailedSync(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === IOERR_FSYNC;
}

/** More than Snug has of its own; where texts differ with what is asked for, the oldest is forgotten. */
const MAX_STATEMENTS = 500;

/** node:sqlite in the shape that Kysely wants, each statement prepared once. Placeholders are `?`, or `$1`, `$2`, ... */
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

  close(): void {
    this.#database.close();
  }
}

/** A statement with `?` for each `$n`, and which value each one takes; undefined if they are all in order. */
export function toPositions(text: string): { sql: string; positions: number[] | undefined } {
  const positions: number[] = [];
  const sql = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    positions.push(Number(number) - 1);
    return '?';
  });
  return { sql, positions: positions.every((position, index) => position === index) ? undefined : positions };
}

/** Takes rows as arrays: the objects that node:sqlite makes of them take longer to make than most rows to find. */
function adaptStatement(statement: StatementSync, positions: readonly number[] | undefined): SqliteStatement {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const values = (parameters: readonly unknown[]) =>
    (positions ? positions.map(position => parameters[position]) : parameters) as SQLInputValue[];
  // Its types know rows as objects only.
  const toRow = (cells: unknown) => buildRow(names, cells as unknown[]);
  return {
    reader: names.length > 0,
    all: parameters => statement.all(...values(parameters)).map(toRow),
    run: parameters => statement.run(...values(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield toRow(row);
    },
  };
}

function buildRow(names: readonly string[], cells: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  names.forEach((name, index) => {
    row[name] = cells[index];
  });
  return row;
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { TERMS_VERSION } from '@snug/protocol';
import { toPositions } from '../../db/sqlite/sqlite.ts';

const NAME = 'search.db';
/** An index of another format is built again. */
const FORMAT = `2.${TERMS_VERSION}`;
const BUSY_TIMEOUT_MS = 1_000;
const CACHE_KILOBYTES = 16_000;

/** In code points, with the two of the partition: the beginnings of terms that have a list of their own. */
const PREFIXES = '3 4 5 6 7 8';

/**
 * FTS5 erases words only with `secure-delete`, from a table without contents, by the command that repeats the indexed terms: hence
 * `terms`. A damaged index is deleted, so a power failure may undo the last transactions, together with the positions of their rooms.
 */
const SCHEMA = `
  create table "meta" ("format" text not null, "epoch" text not null) strict;
  create table "rooms" (
    "no" integer primary key, "id" text not null unique, "partition" integer not null, "changed" integer not null,
    "incarnation" text not null, "oldest" integer not null, "newestAt" integer not null, "isLeaving" integer not null default 0,
    "first" integer not null default 0, "isTrimming" integer not null default 0
  ) strict;
  create index "rooms_open" on "rooms" ("partition") where "oldest" > 0;
  create index "rooms_unbuilt" on "rooms" ("newestAt") where "oldest" > 0;
  create index "rooms_leaving" on "rooms" ("isLeaving") where "isLeaving" = 1;
  create index "rooms_trimming" on "rooms" ("isTrimming") where "isTrimming" = 1;
  create table "people" ("no" integer primary key, "id" text not null unique) strict;
  create table "messages" (
    "place" integer primary key, "room" integer not null, "seq" integer not null, "terms" text not null, unique ("room", "seq")
  ) strict;
  create virtual table "words" using fts5 (
    terms, content = '', detail = none, prefix = '${PREFIXES}', tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_{|}~'"
  );
  insert into "words" ("words", "rank") values ('secure-delete', 1), ('usermerge', 2);
`;

/** SQLite's result codes of a file that is damaged or something else. */
const DAMAGE_CODES = new Set([11 /* corrupt */, 26 /* not a database */]);
/** Before its first build, the file has none of the tables. */
const STATEMENT_ERROR = 1;

/** The file must be deleted. */
export class DamagedIndexError extends Error {}

export function removeSearchFiles(data: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, NAME + end), { force: true });
}

export class SearchFile {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  private constructor(path: string, database: DatabaseSync) {
    this.path = path;
    this.#database = database;
  }

  /** Begins a new file if this one has another format, or belongs to another history of the database. */
  static openForWrites(data: string, epoch: string): SearchFile {
    const path = join(data, NAME);
    const known = SearchFile.#openExisting(path, epoch);
    if (known) return known;
    removeSearchFiles(data);
    const file = new SearchFile(path, openDatabase(path));
    file.transact(() => {
      file.#database.exec(SCHEMA);
      file.run('insert into "meta" values (?, ?)', FORMAT, epoch);
    });
    return file;
  }

  static openForReads(data: string): SearchFile {
    const path = join(data, NAME);
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    database.exec(`pragma cache_size = -${CACHE_KILOBYTES}`);
    return new SearchFile(path, database);
  }

  /** Undefined if the file is damaged, of another format, or of another epoch. */
  static #openExisting(path: string, epoch: string): SearchFile | undefined {
    let database: DatabaseSync | undefined;
    try {
      database = guard(() => openDatabase(path));
      const file = new SearchFile(path, database);
      const [meta] = file.all<{ format: string; epoch: string }>('select "format", "epoch" from "meta"');
      if (meta?.format === FORMAT && meta.epoch === epoch) return file;
    } catch (error) {
      if (!(error instanceof DamagedIndexError) && getCode(error) !== STATEMENT_ERROR) throw error;
    }
    database?.close();
    return undefined;
  }

  /** All or nothing. */
  transact<Result>(change: () => Result): Result {
    return guard(() => {
      this.#database.exec('begin immediate');
      try {
        const result = change();
        this.#database.exec('commit');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('rollback');
        throw error;
      }
    });
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    guard(() => this.#prepare(sql).run(...values));
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return guard(() => this.#prepare(sql).all(...values) as Row[]);
  }

  /** Merges a part of the lists of words. Returns false if there is nothing to merge. */
  merge(pages: number): boolean {
    const [before] = this.all<{ count: number }>('select total_changes() as "count"');
    this.transact(() => this.run(`insert into "words" ("words", "rank") values ('merge', ?)`, pages));
    const [after] = this.all<{ count: number }>('select total_changes() as "count"');
    // FTS5 itself writes one row.
    return (after?.count ?? 0) - (before?.count ?? 0) >= 2;
  }

  /** Removes erased words from the log. Returns false if a reader uses an older state. */
  truncateLog(): boolean {
    return this.all<{ busy: number }>('pragma wal_checkpoint(truncate)')[0]?.busy === 0;
  }

  get bytes(): number {
    const [row] = this.all<{ bytes: number }>(
      'select page_count * page_size as "bytes" from pragma_page_count, pragma_page_size',
    );
    return row?.bytes ?? 0;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(toPositions(sql).sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // Otherwise deleted words remain in free pages of the file.
  database.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on;
    pragma cache_size = -${CACHE_KILOBYTES}`);
  return database;
}

function guard<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw DAMAGE_CODES.has(getCode(error))
      ? new DamagedIndexError('the index is damaged', { cause: error })
      : error;
  }
}

function getCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}

import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '../db/sqlite/migrate.ts';
import { createSqliteDb } from '../db/sqlite/sqlite.ts';
import { type CopiedTable, describeTables, quoteAll, type Row } from './copied-tables.ts';

const MAX_ROWS = 1_000;
const MAX_BYTES = 1_000_000;

export class RowFile {
  readonly tables: readonly CopiedTable[];
  readonly #database: DatabaseSync;

  static async create(path: string): Promise<RowFile> {
    const file = await open(path, 'wx', 0o600);
    await file.close();
    return RowFile.open(path);
  }

  static async open(path: string): Promise<RowFile> {
    const database = new DatabaseSync(path);
    // Not durable: a crash ends the backup or the restore, which then starts again with another file.
    database.exec('pragma synchronous = off; pragma foreign_keys = on');
    await migrate(createSqliteDb(database));
    return new RowFile(database);
  }

  private constructor(database: DatabaseSync) {
    this.#database = database;
    this.tables = describeTables(database);
  }

  countRows(): number {
    const counts = this.tables.map(({ name }) =>
      Number(this.#database.prepare(`select count(*) as "count" from "${name}"`).get()?.count),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** In the order of the primary key, in bounded batches. */
  *readBatches({ name, columns, keys }: CopiedTable): Iterable<Row[]> {
    const sql = `select ${quoteAll(columns)} from "${name}" order by ${quoteAll(keys)}`;
    let batch: Row[] = [];
    let bytes = 0;
    for (const row of this.#database.prepare(sql).iterate() as Iterable<Row>) {
      batch.push(row);
      bytes += countBytes(row);
      if (batch.length < MAX_ROWS && bytes < MAX_BYTES) continue;
      yield batch;
      batch = [];
      bytes = 0;
    }
    if (batch.length > 0) yield batch;
  }

  insert({ name, columns }: CopiedTable, rows: readonly Row[]): void {
    const places = columns.map(() => '?').join(', ');
    const statement = this.#database.prepare(
      `insert into "${name}" (${quoteAll(columns)}) values (${places})`,
    );
    this.#database.exec('begin');
    for (const row of rows) statement.run(...columns.map(column => row[column] ?? null));
    this.#database.exec('commit');
  }

  setEpoch(epoch: string): void {
    this.#database.prepare(`update "meta" set "value" = ? where "key" = 'epoch'`).run(epoch);
  }

  close(): void {
    this.#database.close();
  }
}

function countBytes(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 8),
    0,
  );
}

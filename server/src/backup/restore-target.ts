import { readEpoch, renewEpoch } from '../db/epoch.ts';
import { isFatal, isServerError } from '../db/postgres/errors.ts';
import { LOCK_ID, migrate } from '../db/postgres/migrate.ts';
import type { PostgresConnection } from '../db/postgres/postgres-connection.ts';
import { createConnectionDb } from '../db/postgres/postgres-db.ts';
import type { Db } from '../db/schema.ts';
import { BackupError } from './backup-error.ts';
import { type CopiedTable, quoteAll, type Row } from './copied-tables.ts';
import { allowLongTransactions } from './long-transactions.ts';
import { connectForBackup } from './postgres-live.ts';
import { RowFile } from './row-file.ts';
import { isTrue, lockStoppedServers } from './stopped-servers.ts';

const WAIT_FOR_LOCK = `select pg_advisory_lock(${LOCK_ID})`;

const SELECT_USERS = `select exists (select 1 from "users") or exists (select 1 from "rooms") as "isTrue"`;

/** Receives a backup in one transaction, so that a killed restore leaves nothing. */
export class RestoreTarget {
  readonly #url: string;
  readonly #connection: PostgresConnection;
  readonly #db: Db;
  #epoch = '';

  /** Throws a `BackupError` if the database is not empty, or servers run on it. */
  static async open(url: string): Promise<RestoreTarget> {
    const connection = await connectForBackup(url);
    try {
      const { hasUsers } = await lockStoppedServers(connection);
      if (hasUsers && (await isTrue(connection, SELECT_USERS)))
        throw new BackupError('The database is not empty: create another one for the restore.');
      await migrate(createConnectionDb(connection));
      return new RestoreTarget(url, connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  private constructor(url: string, connection: PostgresConnection) {
    this.#url = url;
    this.#connection = connection;
    this.#db = createConnectionDb(connection);
  }

  async load(path: string, onRows: (count: number, all: number) => void): Promise<void> {
    await allowLongTransactions(this.#db);
    const file = await RowFile.open(path);
    try {
      await this.#connection.query('begin isolation level read committed read write');
      await renewEpoch(this.#db);
      this.#epoch = await readEpoch(this.#db);
      // A server that ran before has left its jobs.
      for (const { name } of file.tables.toReversed()) await this.#connection.query(`delete from "${name}"`);
      const all = file.countRows();
      let count = 0;
      for (const table of file.tables) {
        for (const rows of file.readBatches(table)) {
          await this.#insert(table, rows);
          onRows((count += rows.length), all);
        }
        // Statements are planned once per connection, possibly before the server collects statistics by itself.
        await this.#connection.query(`analyze "${table.name}"`);
      }
    } finally {
      file.close();
    }
  }

  async commit(): Promise<void> {
    try {
      const { command } = await this.#connection.query('commit');
      if (command !== 'COMMIT') throw new BackupError('The database rolled the restore back.');
    } catch (error) {
      const isRefused = error instanceof BackupError || (isServerError(error) && !isFatal(error));
      if (isRefused || !(await this.#isStored())) throw error;
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  // PostgreSQL reads each value like a text, so 1 is true and an ISO 8601 text is a time.
  async #insert({ name, columns }: CopiedTable, rows: readonly Row[]): Promise<void> {
    const all = quoteAll(columns);
    await this.#connection.query(
      `insert into "${name}" (${all}) select ${all} from json_populate_recordset(null::"${name}", $1::json)`,
      [JSON.stringify(rows)],
    );
  }

  /** After a connection that was lost at the commit. The previous session keeps its lock until it has ended. */
  async #isStored(): Promise<boolean> {
    const connection = await connectForBackup(this.#url);
    const db = createConnectionDb(connection);
    try {
      await connection.query(`set lock_timeout = '10s'`);
      await allowLongTransactions(db);
      await connection.query(WAIT_FOR_LOCK);
      return (await readEpoch(db)) === this.#epoch;
    } finally {
      await connection.close();
    }
  }
}

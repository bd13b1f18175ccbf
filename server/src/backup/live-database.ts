import type { Db } from '../db/schema.ts';

export interface SnapshotOptions {
  /** Called if the rows are copied one by one. */
  onRows: (count: number) => void;
  /** Stops the backup. */
  signal: AbortSignal;
}

export interface LiveDatabase {
  db: Db;
  /** The key that signs the cookies, if it is a file. */
  secretPath?: string;
  /** Writes the current database to the new file `path`, without blocking writers. Throws a `BackupError`. */
  takeSnapshot(path: string): Promise<void>;
  /**
   * From now on, `db` reads as of one moment, and no writer waits for it. On SQLite, the log grows until `close`. Throws a `BackupError` for a
   * database of another release.
   */
  freeze(): Promise<void>;
  close(): Promise<void>;
}

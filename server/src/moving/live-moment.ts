import { openLiveDatabase } from '../backup/open-live-database.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';

export interface Moment {
  read: Db;
  close: () => Promise<void>;
}

/**
 * A database as of one moment, while a server may run on it. Writers do not wait; on SQLite, the log of the database grows until `close`.
 * Throws a `BackupError` or a `StartError`, if there is no database of this release.
 */
export async function openMoment({
  data,
  databaseUrl,
}: Pick<Config, 'data' | 'databaseUrl'>): Promise<Moment> {
  const live = await openLiveDatabase({
    data,
    databaseUrl,
    onRows: () => {},
    signal: new AbortController().signal,
  });
  try {
    await live.freeze();
  } catch (error) {
    await live.close();
    throw error;
  }
  return { read: live.db, close: () => live.close() };
}

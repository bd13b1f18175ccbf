import { StartError } from '../../base/start-error.ts';
import { readEpoch, touchEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import type { OpenedStore, Store } from '../store.ts';
import { checkpoint } from './checkpoint.ts';
import { openDataFolder } from './data-folder.ts';
import { dialect } from './dialect.ts';
import { describeFailure, isStorageFailure, openSqlite } from './sqlite.ts';
import { startWriterThread } from './thread.ts';

export interface SqliteStoreOptions {
  folder: string;
  /** A module that calls `serveBatches`. */
  writerThread: URL;
  /** Nothing can be stored any more. */
  onFatalError: (error: unknown) => void;
  /** Changes the database before all other writes. */
  prepare: (db: Db, now: number) => Promise<void>;
}

/** Locks the folder for this process. Throws a `StartError`. */
export async function openSqliteStore({
  folder,
  writerThread,
  onFatalError,
  prepare,
}: SqliteStoreOptions): Promise<OpenedStore> {
  const { db, path, restoreOutcome, unlock } = await openDataFolder(folder);
  await prepareDatabase(db, path, prepare);
  await db.destroy();
  const read = openSqlite(path, { readOnly: true });
  const thread = startWriterThread(writerThread, path, onFatalError);
  const store: Store = {
    read,
    runBatch: thread.runBatch,
    epoch: await readEpoch(read),
    now: () => Date.now(),
    dialect,
    async close() {
      await read.destroy();
      // Last, because only a connection with write access copies the log into the database when it closes.
      await thread.stop();
      unlock();
    },
  };
  return { store, warning: restoreOutcome && `A restore was interrupted, and is ${restoreOutcome} now.` };
}

async function prepareDatabase(
  db: Db,
  path: string,
  prepare: (db: Db, now: number) => Promise<void>,
): Promise<void> {
  try {
    // After a failed sync, the log of a killed server may exist only in this machine's memory.
    await checkpoint(db);
    await touchEpoch(db);
    await prepare(db, Date.now());
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    throw new StartError(`The database ${path} cannot be written to ${describeFailure(error)}`);
  }
}

import { StartError } from '../../base/start-error.ts';
import { readEpoch, touchEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import type { OpenedStore, Store } from '../store.ts';
import { checkpoint } from './checkpoint.ts';
import { getErrorMessage, openDataFolder } from './data-folder.ts';
import { dialect } from './dialect.ts';
import { isStorageFailure, openSqlite } from './sqlite.ts';
import { startWriterThread } from './thread.ts';

/**
 * Locks the folder for this process. Throws a `StartError`. `onFatalError`: nothing can be stored any more. `prepare`: changes
 * the database before all other writes.
 */
export async function openSqliteStore(
  folder: string,
  onFatalError: (error: unknown) => void,
  prepare: (db: Db, now: number) => Promise<void>,
): Promise<OpenedStore> {
  const { db, path, restoreOutcome, unlock } = await openDataFolder(folder);
  await prepareDatabase(db, path, prepare);
  await db.destroy();
  const read = openSqlite(path, { readOnly: true });
  const thread = startWriterThread(path, onFatalError);
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
    throw new StartError(`The database ${path} cannot be written to (${getErrorMessage(error)}).`);
  }
}

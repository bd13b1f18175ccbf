import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long a process that is ending has to let go, in ms. */
const LOCK_TIMEOUT_MS = 1_000;
const SQLITE_BUSY = 5;

/**
 * Takes the data folder for this process, until the returned function is called or the process ends, in whatever way:
 * the lock is the operating system's. Undefined where another process has it.
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const database = new DatabaseSync(join(folder, 'snug.lock'), { timeout: LOCK_TIMEOUT_MS });
  try {
    // Nothing is ever written, so nothing is to be undone either.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

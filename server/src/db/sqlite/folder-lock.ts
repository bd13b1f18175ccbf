import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const LOCK_TIMEOUT_MS = 1_000;
const SQLITE_BUSY = 5;

/** A lock of the operating system, so it ends with the process. Returns undefined if another process has it. */
export function lockFolder(folder: string, name = 'snug.lock'): (() => void) | undefined {
  const database = new DatabaseSync(join(folder, name), { timeout: LOCK_TIMEOUT_MS });
  try {
    // The transaction never writes, so it needs no rollback journal.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

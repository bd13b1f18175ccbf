import { CompiledQuery } from 'kysely';
import type { Db } from '../schema.ts';
import { isFailedSync } from './sqlite.ts';

/** How long the log may grow, in pages of 4 KiB; what SQLite itself takes where nobody says. */
const CHECKPOINT_PAGES = 1_000;

/** Where the log stands, in pages; `busy` is 1 where a checkpoint was kept from its end. */
interface WalStatus {
  busy: number;
  log: number;
  checkpointed: number;
}

/** From here on, the log grows until somebody asks for a checkpoint: SQLite's own ones fail without a word. */
export async function disableAutoCheckpoint(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('pragma wal_autocheckpoint = 0'));
}

/**
 * Copies the log into the database and syncs that, as far as nobody reads an older state; it waits for nobody. Throws
 * where the sync fails. Any other failure, such as a full disk, leaves the log for the next time.
 */
export async function checkpoint(db: Db): Promise<void> {
  await runCheckpoint(db, 'passive').catch((error: unknown) => {
    if (isFailedSync(error)) throw error;
  });
}

/** A checkpoint, once the log is long. */
export async function checkpointIfLong(db: Db): Promise<void> {
  const { log, checkpointed } = await runCheckpoint(db, 'noop');
  if (log >= CHECKPOINT_PAGES && checkpointed < log) await checkpoint(db);
}

/**
 * Empties the log, in which deleted words stand until others are written over them. Where somebody reads an older state, it
 * waits for nobody and answers false. Throws where the sync fails.
 */
export async function truncateWal(db: Db): Promise<boolean> {
  const { rows } = await db.executeQuery<{ timeout: number }>(CompiledQuery.raw('pragma busy_timeout'));
  await db.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
  try {
    const { busy } = await runCheckpoint(db, 'truncate');
    return busy === 0;
  } catch (error) {
    if (isFailedSync(error)) throw error;
    return false;
  } finally {
    await db.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${rows[0]?.timeout ?? 0}`));
  }
}

async function runCheckpoint(db: Db, mode: 'passive' | 'noop' | 'truncate'): Promise<WalStatus> {
  const { rows } = await db.executeQuery<WalStatus>(CompiledQuery.raw(`pragma wal_checkpoint(${mode})`));
  return rows[0] ?? { busy: 0, log: 0, checkpointed: 0 };
}

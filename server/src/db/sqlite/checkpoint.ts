import { CompiledQuery } from 'kysely';
import type { Db } from '../schema.ts';
import { isFailedSync } from './sqlite.ts';

/** Length of the log that causes a checkpoint, in pages of 4 KiB; SQLite's default. */
const CHECKPOINT_PAGES = 1_000;

/** In pages. `busy` is 1 if a reader prevented a complete checkpoint. */
interface WalStatus {
  busy: number;
  log: number;
  checkpointed: number;
}

/** Afterwards the log grows until an explicit checkpoint. SQLite's automatic checkpoints hide their failures. */
export async function disableAutoCheckpoint(db: Db): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('pragma wal_autocheckpoint = 0'));
}

/**
 * Copies the log up to the oldest active reader, without waiting. Throws if the sync fails. After another failure, such as a
 * full disk, the log remains.
 */
export async function checkpoint(db: Db): Promise<void> {
  await runCheckpoint(db, 'passive').catch((error: unknown) => {
    if (isFailedSync(error)) throw error;
  });
}

export async function checkpointIfLong(db: Db): Promise<void> {
  const { log, checkpointed } = await runCheckpoint(db, 'noop');
  if (log >= CHECKPOINT_PAGES && checkpointed < log) await checkpoint(db);
}

/** Removes deleted texts from the log. Returns false if a reader uses an older state. Throws if the sync fails. */
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

import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { JobDefinition } from '../jobs/job-runner.ts';
import { listDeleted } from './file-store.ts';
import type { FileRemoval } from './removal.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
/** So many files are expired, or removed, in one part of the work. */
const BATCH_SIZE = 100;

export interface FileSweepOptions {
  read: Db;
  writer: Writer<SnugMutations>;
  removal: FileRemoval;
}

/** Removes what was never sent, and what could not be removed before. The cursor is the id of the last file removed. */
export function createFileSweep({ read, writer, removal }: FileSweepOptions): JobDefinition {
  return {
    kind: 'file_sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    async step(cursor = '') {
      // First in the database, so that what is being sent at this moment is either kept or refused.
      if (cursor === '') {
        const { count } = await writer.write('expire_files', { uid: '' }, { limit: BATCH_SIZE });
        if (count === BATCH_SIZE) return '';
      }
      const files = await listDeleted(read, cursor, BATCH_SIZE);
      for (const file of files) await removal.remove(file);
      return files.length === BATCH_SIZE ? files.at(-1)?.id : undefined;
    },
  };
}

import type { JobDefinition } from '../cluster/jobs/job-runner.ts';
import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { listDeleted } from './file-store.ts';
import type { FileWriter } from './files.ts';
import type { FileRemoval } from './removal.ts';

const SWEEP_INTERVAL_MS = 10 * 60_000;
const BATCH_SIZE = 100;

export interface FileSweepOptions {
  read: Db;
  writer: FileWriter;
  removal: FileRemoval;
}

/** The cursor is the id of the last file. */
export function createFileSweep({ read, writer, removal }: FileSweepOptions): JobDefinition {
  return {
    kind: 'file_sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    async step(cursor = '') {
      // The database first, so that a concurrent send either keeps the file or fails.
      if (cursor === '') {
        const { count } = await writer.write('expire_files', SYSTEM_CALLER, { limit: BATCH_SIZE });
        if (count === BATCH_SIZE) return '';
      }
      const files = await listDeleted(read, cursor, BATCH_SIZE);
      await removal.removeAll(files);
      return files.length === BATCH_SIZE ? files.at(-1)?.id : undefined;
    },
  };
}

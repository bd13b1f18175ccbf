import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { JobKind } from '../jobs/job-runner.ts';
import { listDeleted } from './file-store.ts';
import type { FileRemoval } from './removal.ts';

const EVERY_MS = 10 * 60_000;
/** So many files are expired, or removed, in one part of the work. */
const PART = 100;

export interface FileSweepOptions {
  read: Db;
  writer: Writer<SnugMutations>;
  removal: FileRemoval;
}

/** Removes what was never sent, and what could not be removed before. The cursor is the id of the last file removed. */
export function fileSweep({ read, writer, removal }: FileSweepOptions): JobKind {
  return {
    kind: 'file_sweep',
    everyMs: EVERY_MS,
    async step(cursor = '') {
      // First in the database, so that what is being sent at this moment is either kept or refused.
      if (cursor === '') {
        const { count } = await writer.write('expire_files', { uid: '' }, { limit: PART });
        if (count === PART) return '';
      }
      const files = await listDeleted(read, cursor, PART);
      for (const file of files) await removal.remove(file);
      return files.length === PART ? files.at(-1)?.id : undefined;
    },
  };
}

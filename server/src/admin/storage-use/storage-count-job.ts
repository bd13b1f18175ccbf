import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import { findMeta, storeMeta } from '../../db/meta.ts';
import { type Mutation, type Mutations, SYSTEM_CALLER } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import {
  addFiles,
  type CountedFile,
  type CountedRoom,
  createCount,
  listLargest,
  type StorageCount,
} from './storage-count.ts';

const INTERVAL_MS = 15 * 60_000;
const FILES_A_STEP = 1_000;
const KEY = 'storage';

export type CountedUse = Pick<StorageCount, 'kinds'> & { at: number; rooms: CountedRoom[] };

const selectFiles = prepared<[roomId: string, id: string, limit: number], CountedFile>(
  `select "id", "roomId", "contentType", "size", case when "peaks" is null then 0 else 1 end as "isVoice"
   from "files" indexed by "files_counted"
   where "state" = 'sent' and ("roomId", "id") > ($1, $2) order by "roomId", "id" limit $3`,
);
const recordStorage: Mutation<Omit<CountedUse, 'at'>, object> = {
  lockKeys: () => [],

  async run(db, { now: at }, { kinds, rooms }) {
    const use: CountedUse = { at, kinds, rooms };
    await storeMeta(db, KEY, JSON.stringify(use));
    return { output: {}, publications: [] };
  },
};

export const STORAGE_USE_MUTATIONS = { record_storage: recordStorage } satisfies Mutations;

/** Undefined until the job has finished for the first time. */
export async function readCountedUse(db: Db): Promise<CountedUse | undefined> {
  const stored = await findMeta(db, KEY);
  return stored === undefined ? undefined : (JSON.parse(stored) as CountedUse);
}

/** The cursor is the count so far. It has one size, because it keeps only the largest rooms. */
export function createStorageCountJob(
  read: Db,
  writer: MutationWriter<typeof STORAGE_USE_MUTATIONS>,
): JobDefinition {
  return {
    kind: 'storage_count',
    intervalMs: INTERVAL_MS,
    async step(cursor) {
      const count = cursor === undefined ? createCount() : (JSON.parse(cursor) as StorageCount);
      const files = await selectFiles(read, count.after.roomId, count.after.id, FILES_A_STEP);
      addFiles(count, files);
      if (files.length === FILES_A_STEP) return JSON.stringify(count);
      await writer.write('record_storage', SYSTEM_CALLER, { kinds: count.kinds, rooms: listLargest(count) });
      return undefined;
    },
  };
}

import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { SnugMutations } from '../mutations.ts';
import { listDeleted } from './file-store.ts';
import type { FileRemoval } from './removal.ts';

const COLLECT_EVERY_MS = 10 * 60_000;

export interface Collector {
  read: Db;
  writer: Writer<SnugMutations>;
  removal: FileRemoval;
  /** Calls `run` every `ms`, until the returned function is called. */
  repeat: (run: () => void, ms: number) => () => void;
  onFailure: (error: unknown) => void;
}

/** Collects now, and then again and again until the returned function is called. */
export function startCollector(collector: Collector): () => void {
  const collect = () => void collectFiles(collector).catch(collector.onFailure);
  collect();
  return collector.repeat(collect, COLLECT_EVERY_MS);
}

/** Removes what was never sent, and what could not be removed before. */
export async function collectFiles({
  read,
  writer,
  removal,
}: Omit<Collector, 'repeat' | 'onFailure'>): Promise<void> {
  // First in the database, so that what is being sent at this moment is either kept or refused.
  await writer.write('expire_files', { uid: '' }, {});
  for (const file of await listDeleted(read)) await removal.remove(file);
}

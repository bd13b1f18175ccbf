import { findMeta, storeMeta } from '../../db/meta.ts';
import type { Db } from '../../db/schema.ts';

const NAME = 'fileStorages';

/** Where a server reads files, and removes deleted ones. */
export type UsedStorages = 'folder' | 's3' | 'both';

/** At each start, so that commands know what the servers know. */
export async function recordUsedStorages(db: Db, used: UsedStorages): Promise<void> {
  if ((await findMeta(db, NAME)) !== used) await storeMeta(db, NAME, used);
}

/** Of the last start. */
export async function readUsedStorages(db: Db): Promise<string> {
  return (await findMeta(db, NAME)) ?? 'folder';
}

import { openDataFolder } from '@snug/server/db/open.ts';
import { type PopulateCounts, populate } from '@snug/server/seed/bulk.ts';

/** Makes a data folder with so much in it. */
export async function populateFolder(data: string, counts: PopulateCounts): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await populate(db, counts, () => {});
  await db.destroy();
  unlock();
}

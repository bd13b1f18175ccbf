import { openDataFolder } from '@snug/server/db/open.ts';
import { type PopulateCounts, populate } from '@snug/server/seed/bulk.ts';

export async function populateFolder(data: string, counts: PopulateCounts): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await populate(db, counts, () => {});
  await db.destroy();
  unlock();
}

import { type PopulateCounts, populate } from '@snug/server/app/seed/bulk.ts';
import { openDataFolder } from '@snug/server/db/open.ts';

export async function populateFolder(data: string, counts: PopulateCounts): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await populate(db, counts, () => {});
  await db.destroy();
  unlock();
}

import { openDatabase } from '@snug/server/db/open.ts';
import { until } from '@snug/testkit/until.ts';

const OWNER = 'a test';

/** Leases all background jobs for a test, for good. A running one ends before. */
export async function holdJobs(data: string): Promise<void> {
  const db = openDatabase(data);
  try {
    await until('all jobs are leased', async () => {
      await db
        .updateTable('jobs')
        .set({ owner: OWNER, until: Number.MAX_SAFE_INTEGER })
        .where('until', 'is', null)
        .execute();
      const owners = await db.selectFrom('jobs').select('owner').distinct().execute();
      return owners.length === 1 && owners[0]?.owner === OWNER;
    });
  } finally {
    await db.destroy();
  }
}

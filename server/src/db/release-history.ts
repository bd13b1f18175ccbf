import { compareReleases } from '../base/release.ts';
import type { Db } from './schema.ts';

const CURRENT = 'release';
const PREVIOUS = 'previousRelease';

export interface ReleaseHistory {
  /** The newest release that has started on the database; undefined before 0.5.0, which began to store it. */
  current: string | undefined;
  /** The one that ran before that. */
  previous: string | undefined;
}

/** At each start. While servers of two releases share a database, the newer one counts. */
export async function recordRelease(db: Db, release: string): Promise<void> {
  const { current } = await readReleaseHistory(db);
  if (current !== undefined && compareReleases(release, current) <= 0) return;
  // In this order, so that a server that is killed in between leaves what the next start repeats.
  if (current !== undefined) await store(db, PREVIOUS, current);
  await store(db, CURRENT, release);
}

async function store(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function readReleaseHistory(db: Db): Promise<ReleaseHistory> {
  const rows = await db
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', [CURRENT, PREVIOUS])
    .execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return { current: values.get(CURRENT), previous: values.get(PREVIOUS) };
}

/** Of several servers on a database: none older than this starts. */
export async function readOldestRelease(db: Db): Promise<string> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'oldestVersion')
    .executeTakeFirst();
  return row?.value ?? '0.0.0';
}

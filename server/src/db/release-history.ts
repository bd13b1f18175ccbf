import { compareReleases } from '../base/release.ts';
import { findMeta, storeMeta } from './meta.ts';
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
  if (current !== undefined) await storeMeta(db, PREVIOUS, current);
  await storeMeta(db, CURRENT, release);
}

export async function readReleaseHistory(db: Db): Promise<ReleaseHistory> {
  return { current: await findMeta(db, CURRENT), previous: await findMeta(db, PREVIOUS) };
}

/** Of several servers on a database: none older than this starts. */
export async function readOldestRelease(db: Db): Promise<string> {
  return (await findMeta(db, 'oldestVersion')) ?? '0.0.0';
}

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseFileTimestamp, toFileTimestamp } from '../../base/file-timestamp.ts';
import { syncFolder } from '../../base/sync-folder.ts';
import { renewEpoch } from '../epoch.ts';
import type { Db } from '../schema.ts';
import { snapshotDatabase } from './snapshot.ts';
import { openSqlite } from './sqlite.ts';

const MAX_SNAPSHOTS = 3;
const PARTIAL = '.partial';
const SNAPSHOT_NAME = /^before-(?<migration>.+)-(?<time>\d{8}T\d{6}Z)\.db$/;

export async function takeUpgradeSnapshot(
  db: Db,
  folder: string,
  migration: string,
  now = new Date(),
): Promise<string> {
  const path = await takeSnapshot(db, folder, `before-${migration}-${toFileTimestamp(now)}.db`);
  pruneSnapshots(folder);
  return path;
}

/** The copy has an epoch of its own, so that clients start over if an admin restores it by hand. Returns its path. */
export async function takeSnapshot(db: Db, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const left of readdirSync(folder)) if (left.includes(PARTIAL)) rmSync(join(folder, left));
  const path = join(folder, name);
  const partial = path + PARTIAL;
  await snapshotDatabase(db, partial);
  const copy = openSqlite(partial);
  await renewEpoch(copy);
  await copy.destroy();
  renameSync(partial, path);
  syncFolder(folder);
  return path;
}

// Keeps only the newest one per migration, so that repeated failures do not evict the others.
function pruneSnapshots(folder: string): void {
  const migrations = new Set<string>();
  for (const { path, migration } of listSnapshots(folder)) {
    if (migrations.has(migration) || migrations.size === MAX_SNAPSHOTS) rmSync(path);
    else migrations.add(migration);
  }
}

export interface Snapshot {
  path: string;
  /** The first one that the update executed. */
  migration: string;
  takenAt: Date;
}

/** The newest one first. */
export function listSnapshots(folder: string): Snapshot[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap(name => {
      const { migration = '', time } = SNAPSHOT_NAME.exec(name)?.groups ?? {};
      return time ? [{ path: join(folder, name), migration, takenAt: parseFileTimestamp(time) }] : [];
    })
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

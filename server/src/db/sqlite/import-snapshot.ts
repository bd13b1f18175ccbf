import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFileTimestamp, toFileTimestamp } from '../../base/file-timestamp.ts';
import { createUploadsFolder } from '../../base/private-files.ts';
import type { Db } from '../schema.ts';
import { takeSnapshot } from './upgrade-snapshot.ts';

const MAX_SNAPSHOTS = 2;
const NAME = /^import-(?<time>\d{8}T\d{6}Z)\.db$/;

/** The database from before an import. A rollback of an update never uses it. */
export interface ImportSnapshot {
  path: string;
  takenAt: Date;
}

/** `now`: when the import began. An import that goes on after a kill keeps the snapshot from its first start. */
export async function takeImportSnapshot(db: Db, data: string, now: Date): Promise<ImportSnapshot> {
  const folder = join(data, 'snapshots');
  const [newest] = listImportSnapshots(data);
  if (newest && existsSync(getMark(data, newest))) return newest;
  const path = await takeSnapshot(db, folder, `import-${toFileTimestamp(now)}.db`);
  const snapshot = { path, takenAt: now };
  for (const { path: old } of listImportSnapshots(data).slice(MAX_SNAPSHOTS)) rmSync(old);
  createUploadsFolder(data);
  writeFileSync(getMark(data, snapshot), '');
  return snapshot;
}

/** The next import takes a snapshot of its own. */
export function endImport(data: string, snapshot: ImportSnapshot): void {
  rmSync(getMark(data, snapshot), { force: true });
}

/** The newest one first. */
export function listImportSnapshots(data: string): ImportSnapshot[] {
  const folder = join(data, 'snapshots');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap(name => {
      const time = NAME.exec(name)?.groups?.time;
      return time === undefined ? [] : [{ path: join(folder, name), takenAt: parseFileTimestamp(time) }];
    })
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

/** Exists during the import. A start of the server empties its folder, and people may write from then on. */
function getMark(data: string, { takenAt }: ImportSnapshot): string {
  return join(data, 'uploads', `import-${toFileTimestamp(takenAt)}`);
}

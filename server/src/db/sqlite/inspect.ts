import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../base/start-error.ts';
import { readEpoch } from '../epoch.ts';
import { DATABASE, openDatabase } from './data-folder.ts';
import { describeFailure } from './sqlite.ts';

/** Types of `statfs`: NFS, CIFS, SMB2, 9P, Ceph. SQLite's locks are not reliable there. */
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x69_69, 0xff_53_4d_42, 0xfe_53_4d_42, 0x01_02_19_97, 0x00_c3_64_00,
]);

export function isNetworkFileSystem({ type }: { type: number }): boolean {
  return NETWORK_TYPES.has(type);
}

/** Throws a `StartError` if the database in the folder cannot be read. False before the first start. */
export async function canReadFolder(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, DATABASE))) return false;
  const db = openDatabase(folder, { readOnly: true });
  try {
    await readEpoch(db);
    return true;
  } catch (error) {
    throw new StartError(`The database in ${folder} cannot be read ${describeFailure(error)}`);
  } finally {
    await db.destroy();
  }
}

/** When something was stored last, in ms since 1970; undefined before the first start. */
export function readStoredAt(folder: string): number | undefined {
  const times = [DATABASE, `${DATABASE}-wal`].flatMap(
    name => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const LastBackup = v.object({ at: count, bytes: count, missingFiles: count });
export type LastBackup = v.InferOutput<typeof LastBackup>;

const NAME = 'snug.last-backup.json';

/** Beside the data, because the backup only reads the database. */
export async function recordBackup(data: string, backup: LastBackup): Promise<void> {
  const path = join(data, NAME);
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeFile(partial, JSON.stringify(backup));
    await giveToOwner(partial, data);
    // Also replaces the record of a backup by another user, which this one may not write to.
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Only root can do that, and only root needs it: Snug must be able to read the file. */
async function giveToOwner(path: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** Undefined without a backup, and for a file that was damaged. */
export async function readLastBackup(data: string): Promise<LastBackup | undefined> {
  try {
    const parsed = v.safeParse(LastBackup, JSON.parse(await readFile(join(data, NAME), 'utf8')));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

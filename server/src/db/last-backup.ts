import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const LastBackup = v.object({ at: count, bytes: count, missingFiles: count });
export type LastBackup = v.InferOutput<typeof LastBackup>;

const NAME = 'snug.last-backup.json';

/** Beside the data, because the backup only reads the database. */
export async function recordBackup(data: string, backup: LastBackup): Promise<void> {
  await writeFile(join(data, NAME), JSON.stringify(backup));
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

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../base/parse-json.ts';
import { findMeta, storeMeta } from './meta.ts';
import type { Db } from './schema.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const LastBackup = v.object({ at: count, bytes: count, missingFiles: count });
export type LastBackup = v.InferOutput<typeof LastBackup>;

const KEY = 'lastBackup';
/** The record of releases before 0.5.0, in the data folder of the server where the backup ran. */
const FILE = 'snug.last-backup.json';

export async function recordBackup(db: Db, backup: LastBackup): Promise<void> {
  await storeMeta(db, KEY, JSON.stringify(backup));
}

/** Undefined without a backup, and for a damaged record. */
export async function readLastBackup(db: Db): Promise<LastBackup | undefined> {
  return parse(await findMeta(db, KEY));
}

/** At a start, before other servers read the record. Of several folders, the newest record counts. */
export async function takeOverRecord(db: Db, data: string): Promise<void> {
  const path = join(data, FILE);
  const old = parse(await readFile(path, 'utf8').catch(() => undefined));
  if (!old) return;
  const known = await readLastBackup(db);
  if (!known || known.at < old.at) await recordBackup(db, old);
  // If the folder refuses that, the next start reads it again.
  await rm(path, { force: true }).catch(() => undefined);
}

function parse(text: string | undefined): LastBackup | undefined {
  const parsed = v.safeParse(LastBackup, parseJson(text ?? ''));
  return parsed.success ? parsed.output : undefined;
}

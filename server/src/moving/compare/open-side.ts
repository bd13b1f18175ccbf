import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePath } from '../../backup/cli.ts';
import { StartError } from '../../base/start-error.ts';
import { readDatabase } from '../../export/rows/read-database.ts';
import { openStorage, type StorageSettings } from '../../files/storage/open-storage.ts';
import { ArchiveError } from '../archive/archive-error.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readExport } from '../export-file/read-export.ts';
import { openMoment } from '../live-moment.ts';
import type { Side } from './compare-sides.ts';

export interface OpenedSide extends Side {
  close: () => Promise<void>;
}

/** `name`: a data folder, a DATABASE_URL or an export. `settings`: the storage of the files, unless they are in another data folder. */
export async function openSide(name: string, title: string, settings: StorageSettings): Promise<OpenedSide> {
  if (/^postgres(ql)?:\/\//.test(name)) return openDatabaseSide(title, settings, name);
  const path = resolvePath(name);
  if (!existsSync(path)) throw new StartError(`${path} does not exist.`);
  if (statSync(path).isDirectory() && existsSync(join(path, 'snug.db')))
    return openDatabaseSide(title, path === settings.data ? settings : { data: path }, undefined);
  const archive = await openArchive(path).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new StartError(error.message) : error;
  });
  return { title, source: await readExport(archive), close: () => archive.close() };
}

async function openDatabaseSide(
  title: string,
  settings: StorageSettings,
  databaseUrl: string | undefined,
): Promise<OpenedSide> {
  const { read, close } = await openMoment({ data: settings.data, databaseUrl });
  return { title, source: readDatabase(read, openStorage(settings), { personal: true }), close };
}

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FILES } from '../../backup/archive.ts';
import { resolvePath } from '../../backup/cli.ts';
import { StartError } from '../../base/start-error.ts';
import { readDatabase } from '../../export/rows/read-database.ts';
import { DiskStorage } from '../../files/storage/disk.ts';
import { ArchiveError } from '../archive/archive-error.ts';
import { openArchive } from '../archive/open-archive.ts';
import { readExport } from '../export-file/read-export.ts';
import { openMoment } from '../live-moment.ts';
import type { Side } from './compare-sides.ts';

export interface OpenedSide extends Side {
  close: () => Promise<void>;
}

/** `name`: a data folder, a DATABASE_URL or an export. `files`: the data folder with the files of a DATABASE_URL. */
export async function openSide(name: string, title: string, files: string): Promise<OpenedSide> {
  if (/^postgres(ql)?:\/\//.test(name)) return openDatabaseSide(title, files, name);
  const path = resolvePath(name);
  if (!existsSync(path)) throw new StartError(`${path} does not exist.`);
  if (statSync(path).isDirectory() && existsSync(join(path, 'snug.db')))
    return openDatabaseSide(title, path, undefined);
  const archive = await openArchive(path).catch((error: unknown) => {
    throw error instanceof ArchiveError ? new StartError(error.message) : error;
  });
  return { title, source: await readExport(archive), close: () => archive.close() };
}

async function openDatabaseSide(
  title: string,
  data: string,
  databaseUrl: string | undefined,
): Promise<OpenedSide> {
  const { read, close } = await openMoment({ data, databaseUrl });
  return { title, source: readDatabase(read, new DiskStorage(join(data, FILES))), close };
}

import { stat } from 'node:fs/promises';
import { getErrorCode } from '../../base/start-error.ts';
import type { Archive } from './archive.ts';
import { ArchiveError, quote } from './archive-error.ts';
import { openFolder, openSingleFile } from './folder-archive.ts';
import { isZip, openZip } from './zip-archive.ts';

/** Throws an `ArchiveError` whose message is one line. */
export async function openArchive(path: string): Promise<Archive> {
  try {
    if ((await stat(path)).isDirectory()) return await openFolder(path);
    return (await isZip(path)) ? await openZip(path) : await openSingleFile(path);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`${quote(path)} cannot be read (${getErrorCode(error)}).`);
  }
}

import type { Archive } from '../../archive/archive.ts';
import { ArchiveError, InvalidJsonError } from '../../archive/archive-error.ts';
import { isRecord, readList, type SlackObject } from './slack-values.ts';

/** The objects of a list that the import needs. Empty without such a list. Throws an `ArchiveError`. */
export async function readObjects(archive: Archive, path: string): Promise<SlackObject[]> {
  try {
    return readList(await archive.readJson(path)).filter(isRecord);
  } catch (error) {
    if (error instanceof InvalidJsonError) throw new ArchiveError(error.message);
    throw error;
  }
}

/** Empty for a damaged file. */
export async function readValidObjects(archive: Archive, path: string): Promise<SlackObject[]> {
  const list = await archive.readJson(path).catch((error: unknown) => {
    if (error instanceof InvalidJsonError) return [];
    throw error;
  });
  return readList(list).filter(isRecord);
}

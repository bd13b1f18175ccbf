import { rename, rm } from 'node:fs/promises';
import { cleanFile } from '@snug/media/clean.ts';
import type { Cleaned } from '@snug/media/format.ts';
import { areWholeFile } from '@snug/media/parts.ts';
import type { UploadedMetadata } from '@snug/protocol';
import { comparePictures } from './compare-pictures.ts';
import { FileReader } from './file-reader.ts';
import { areInPlace, writeInPlace, writeParts } from './write-parts.ts';

/**
 * Removes data such as the place, the author and cropped parts from a file, without changing pixels or sound, or leaves the
 * file as it is. Uses little memory for a file of any size. Returns undefined for a file of a format that it does not know.
 */
export async function removeMetadata(
  path: string,
  canDecode: boolean,
): Promise<UploadedMetadata | undefined> {
  const file = await FileReader.open(path);
  try {
    const cleaning = await cleanFile(file);
    if (cleaning === undefined || cleaning === 'unreadable') return cleaning;
    if (cleaning === 'uncleanable') return 'kept';
    if (await areWholeFile(file, cleaning.parts)) return 'removed';
    return (await replaceFile(file, path, cleaning, canDecode)) ? 'removed' : 'unreadable';
  } finally {
    await file.close();
  }
}

/** Returns false, and leaves the file as it is, if the new one would not show the same. */
async function replaceFile(
  file: FileReader,
  path: string,
  { parts, isRepaired = false }: Cleaned,
  canDecode: boolean,
): Promise<boolean> {
  // An upload in progress: if this process ends meanwhile, nobody uses the file.
  if (!canDecode && !isRepaired && areInPlace(parts)) {
    await writeInPlace(parts, path);
    return true;
  }
  const cleanedPath = `${path}-cleaned`;
  try {
    await writeParts(file, parts, cleanedPath);
    const isSame = canDecode ? await comparePictures(path, cleanedPath) : undefined;
    // Without a comparison, a file without odd bytes has lost only what decoders skip.
    if (!(isSame ?? !isRepaired)) return false;
    await rename(cleanedPath, path);
    return true;
  } finally {
    await rm(cleanedPath, { force: true });
  }
}

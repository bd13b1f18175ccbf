import { rename, rm } from 'node:fs/promises';
import type { ByteReader } from '@snug/media/byte-reader.ts';
import { listJpegParts } from '@snug/media/jpeg.ts';
import { areWholeFile, countPartBytes, type Part } from '@snug/media/parts.ts';
import { listPngParts } from '@snug/media/png.ts';
import { listWebpParts } from '@snug/media/webp.ts';
import { CommandError } from '@snug/protocol';
import { FileReader } from './file-reader.ts';
import { readOrientation } from './pictures.ts';
import { writeParts } from './write-parts.ts';

type ListParts = (file: ByteReader, orientation: number) => Promise<Part[] | undefined>;

const LISTS = new Map<string, ListParts>([
  ['image/jpeg', listJpegParts],
  ['image/png', listPngParts],
  ['image/apng', listPngParts],
  ['image/webp', listWebpParts],
]);

/**
 * Removes data such as the place, the author and cropped parts from a picture, without changing pixels. Uses little memory for
 * a picture of any size. Throws `invalid_input` for a picture with too many segments, and `too_large`.
 */
export async function stripMetadata(path: string, contentType: string, maxBytes: number): Promise<void> {
  const list = LISTS.get(contentType);
  if (!list) return;
  const cleanedPath = `${path}-cleaned`;
  const file = await FileReader.open(path);
  try {
    const parts = await listParts(file, path, list);
    if (countPartBytes(parts) > maxBytes) throw new CommandError('too_large');
    if (await areWholeFile(file, parts)) return;
    await writeParts(file, parts, cleanedPath);
    await rename(cleanedPath, path);
  } finally {
    await file.close();
    await rm(cleanedPath, { force: true });
  }
}

async function listParts(file: FileReader, path: string, list: ListParts): Promise<Part[]> {
  // Before the library reads the picture, because many segments slow it down, too.
  const upright = await list(file, 1);
  const orientation = upright ? await readOrientation(path) : 1;
  const parts = orientation === 1 ? upright : await list(file, orientation);
  if (!parts) throw new CommandError('invalid_input', 'This picture has too many parts');
  return parts;
}

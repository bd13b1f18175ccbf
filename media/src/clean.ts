import type { ByteReader } from './byte-reader.ts';
import { type Cleaning, type Format, HEAD_BYTES } from './format.ts';
import { gif } from './gif.ts';
import { iso } from './iso-clean.ts';
import { jpeg } from './jpeg.ts';
import { matroska } from './matroska-clean.ts';
import { png } from './png.ts';
import { tiff } from './tiff.ts';
import { webp } from './webp.ts';

/** The first one that matches counts. */
const FORMATS: readonly Format[] = [jpeg, png, gif, webp, tiff, iso, matroska];

/** Undefined for a file of a format that is stored as it is. */
export async function cleanFile(file: ByteReader): Promise<Cleaning | undefined> {
  const head = await file.read(0, HEAD_BYTES);
  return FORMATS.find(format => format.matches(head))?.clean(file);
}

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

/** Other programs cannot write metadata into these, and a drawing was taken nowhere. */
const WITHOUT_PLACE = new Set(
  ['svg+xml', 'bmp', 'x-icon', 'vnd.microsoft.icon'].map(type => `image/${type}`),
);

/** Whether a file of this type, which `cleanFile` does not know, may name the place where it was taken. */
export function mayNamePlace(contentType: string): boolean {
  return /^(?:image|video)\//.test(contentType) && !WITHOUT_PLACE.has(contentType);
}

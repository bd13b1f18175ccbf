import { sniffContentType } from './content-type.ts';
import { cleanJpeg } from './jpeg.ts';
import { readOrientation } from './pictures.ts';
import { cleanPng } from './png.ts';
import { cleanWebp } from './webp.ts';

const CLEANERS = new Map([
  ['image/jpeg', cleanJpeg],
  ['image/png', cleanPng],
  ['image/apng', cleanPng],
  ['image/webp', cleanWebp],
]);

/**
 * A picture without what else its file says: where and by whom it was taken, what it was cut from. Its pixels are not
 * touched. What is no JPEG, PNG or WebP, and what has nothing to hide, comes back as it is.
 */
export async function withoutMetadata(bytes: Buffer): Promise<Buffer> {
  const clean = CLEANERS.get(await sniffContentType(bytes));
  if (!clean) return bytes;
  const cleaned = clean(bytes, await readOrientation(bytes));
  return cleaned.equals(bytes) ? bytes : cleaned;
}

import { CommandError, MAX_FILE_BYTES } from '@snug/protocol';
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
 * touched. What is no JPEG, PNG or WebP, and what has nothing to hide, comes back as it is. Throws `invalid_input` for a
 * picture of too many segments, and `too_large`.
 */
export async function stripMetadata(bytes: Buffer): Promise<Buffer> {
  const clean = CLEANERS.get(await sniffContentType(bytes));
  if (!clean) return bytes;
  // Before the library looks at it, which takes its time for many segments, too.
  const upright = clean(bytes, 1);
  const orientation = upright ? await readOrientation(bytes) : 1;
  const cleaned = orientation === 1 ? upright : clean(bytes, orientation);
  if (!cleaned) throw new CommandError('invalid_input', 'This picture has too many parts');
  if (cleaned.length > MAX_FILE_BYTES) throw new CommandError('too_large');
  return cleaned.equals(bytes) ? bytes : cleaned;
}

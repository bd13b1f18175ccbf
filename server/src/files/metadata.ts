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
 * Removes data such as the place, the author and cropped parts, without changing pixels. Throws `invalid_input` for a picture
 * with too many segments, and `too_large`.
 */
export async function stripMetadata(bytes: Buffer): Promise<Buffer> {
  const clean = CLEANERS.get(await sniffContentType(bytes));
  if (!clean) return bytes;
  // Before the library reads the picture, because many segments slow it down, too.
  const upright = clean(bytes, 1);
  const orientation = upright ? await readOrientation(bytes) : 1;
  const cleaned = orientation === 1 ? upright : clean(bytes, orientation);
  if (!cleaned) throw new CommandError('invalid_input', 'This picture has too many parts');
  if (cleaned.length > MAX_FILE_BYTES) throw new CommandError('too_large');
  return cleaned.equals(bytes) ? bytes : cleaned;
}

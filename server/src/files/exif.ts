/** TIFF 6.0, big-endian: one directory with one entry, tag 274 (orientation), a 16-bit number. */
const EXIF_TEMPLATE = '4d4d002a00000008 0001 011200030000000100000000 00000000'.replaceAll(' ', '');
const ORIENTATION_OFFSET = 19;

/** EXIF data with nothing but an orientation from 1 to 8; undefined for 1 (upright). */
export function createExif(orientation: number): Buffer | undefined {
  if (!(orientation >= 2 && orientation <= 8)) return undefined;
  const exif = Buffer.from(EXIF_TEMPLATE, 'hex');
  exif[ORIENTATION_OFFSET] = orientation;
  return exif;
}

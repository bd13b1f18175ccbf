/** TIFF 6.0, big-endian: one directory with one entry, tag 274 (orientation), a 16-bit number. */
const EXIF_TEMPLATE = [
  0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
];
const ORIENTATION_OFFSET = 19;

/** EXIF data with nothing but an orientation from 1 to 8; undefined for 1 (upright). */
export function createExif(orientation: number): Uint8Array | undefined {
  if (!(orientation >= 2 && orientation <= 8)) return undefined;
  const exif = Uint8Array.from(EXIF_TEMPLATE);
  exif[ORIENTATION_OFFSET] = orientation;
  return exif;
}

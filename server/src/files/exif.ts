/** TIFF 6.0, the larger byte first: one directory, of one entry, the number 274 (orientation): a 16-bit number. */
const EXIF_TEMPLATE = '4d4d002a00000008 0001 011200030000000100000000 00000000'.replaceAll(' ', '');
const ORIENTATION_OFFSET = 19;

/** EXIF data that say how a picture is turned (1 to 8) and nothing else; undefined where it is upright. */
export function createExif(orientation: number): Buffer | undefined {
  if (!(orientation >= 2 && orientation <= 8)) return undefined;
  const exif = Buffer.from(EXIF_TEMPLATE, 'hex');
  exif[ORIENTATION_OFFSET] = orientation;
  return exif;
}

/** EXIF data that say how a picture is turned (1 to 8) and nothing else; undefined where it is upright. */
export function exifOf(orientation: number): Buffer | undefined {
  if (!(orientation >= 2 && orientation <= 8)) return undefined;
  // TIFF 6.0, the larger byte first: one directory, at 8, of one entry, the number 274: a 16-bit number.
  return Buffer.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8],
    ...[0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ]);
}

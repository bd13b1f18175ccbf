import { viewBytes } from './bytes.ts';

/** TIFF 6.0, big-endian: one directory with one entry, tag 274 (orientation), a 16-bit number. */
const EXIF_TEMPLATE = [
  0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
];
const ORIENTATION_OFFSET = 19;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const ORIENTATION = 0x112;
const SHORT = 3;
const UPRIGHT = 1;

/** EXIF data with nothing but an orientation from 1 to 8; undefined for 1 (upright). */
export function createExif(orientation: number): Uint8Array | undefined {
  if (!(orientation >= 2 && orientation <= 8)) return undefined;
  const exif = Uint8Array.from(EXIF_TEMPLATE);
  exif[ORIENTATION_OFFSET] = orientation;
  return exif;
}

/** 1 to 8; 1 if the EXIF data name none, or are broken. */
export function readOrientation(exif: Uint8Array): number {
  const view = viewBytes(exif);
  if (view.byteLength < HEADER_BYTES) return UPRIGHT;
  const isLittle = view.getUint16(0) === 0x4949;
  const directory = view.getUint32(4, isLittle);
  if (directory < HEADER_BYTES || directory + 2 > view.byteLength) return UPRIGHT;
  const entries = view.getUint16(directory, isLittle);
  // The offset of the next directory follows the entries, so that data with an orientation are no shorter than those created.
  const end = Math.min(directory + 2 + entries * ENTRY_BYTES, view.byteLength - 4);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (view.getUint16(at, isLittle) !== ORIENTATION || view.getUint16(at + 2, isLittle) !== SHORT) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}

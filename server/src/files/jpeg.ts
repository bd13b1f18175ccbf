import { createExif } from './exif.ts';
import { MAX_SEGMENTS } from './segments.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const HEADER_BYTES = 4;

/**
 * Keeps what draws the pixels of a JPEG (ITU-T T.81): tables, frames and scans, the colour profile and the orientation. Also
 * drops all data after the end of the picture, such as a film or a second picture with its own metadata. Undefined if it has
 * too many segments.
 */
export function cleanJpeg(bytes: Buffer, orientation: number): Buffer | undefined {
  const parts: Uint8Array[] = [Buffer.from([0xff, START]), ...createExifSegment(orientation)];
  let at = 2;
  while (at + HEADER_BYTES <= bytes.length && bytes[at] === 0xff) {
    if (parts.length > MAX_SEGMENTS) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === END) break;
    // Any number of fill bytes (0xff) can precede a marker.
    if (marker === 0xff) at++;
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) return Buffer.concat(parts);
      parts.push(stripSegment(marker, bytes.subarray(at, end)));
      at = end;
      if (marker === SCAN) {
        const next = findScanEnd(bytes, at);
        parts.push(bytes.subarray(at, next));
        at = next;
      }
    }
  }
  return Buffer.concat([...parts, Buffer.from([0xff, END])]);
}

function createExifSegment(orientation: number): Buffer[] {
  const exif = createExif(orientation);
  if (!exif) return [];
  const data = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
  return [Buffer.from([0xff, 0xe1, 0, data.length + 2]), data];
}

const EMPTY = Buffer.alloc(0);

function stripSegment(marker: number, segment: Buffer): Buffer {
  const isPixelData = (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);
  const startsWith = (name: string) =>
    segment.toString('latin1', HEADER_BYTES, HEADER_BYTES + name.length) === name;
  if (isPixelData) return segment;
  if (marker === 0xe2 && startsWith('ICC_PROFILE\0')) return segment;
  if (marker === 0xee && startsWith('Adobe')) return segment;
  // A thumbnail can follow the density, and may show parts that were cropped.
  if (marker === 0xe0 && startsWith('JFIF\0') && segment.length >= 18) {
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.from([0, 0])]);
  }
  return EMPTY;
}

/** Pixel data ends at the first marker that is neither an escaped 255 nor a restart. */
function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

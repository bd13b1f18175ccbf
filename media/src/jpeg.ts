import type { ByteReader } from './byte-reader.ts';
import { concatBytes, decodeLatin1, encodeLatin1, viewBytes } from './bytes.ts';
import { createExif } from './exif.ts';
import { addSection, MAX_SEGMENTS, type Part } from './parts.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const HEADER_BYTES = 4;
const SCAN_WINDOW_BYTES = 64 * 1024;

/**
 * Keeps what draws the pixels of a JPEG (ITU-T T.81): tables, frames and scans, the colour profile and the orientation. Also
 * drops all data after the end of the picture, such as a film or a second picture with its own metadata. Undefined if it has
 * too many segments.
 */
export async function listJpegParts(file: ByteReader, orientation: number): Promise<Part[] | undefined> {
  const parts: Part[] = [Uint8Array.of(0xff, START), ...createExifSegment(orientation)];
  let at = 2;
  for (let segments = 0; at + HEADER_BYTES <= file.size; segments++) {
    if (segments === MAX_SEGMENTS) return undefined;
    const header = await file.read(at, HEADER_BYTES);
    const marker = header[1] ?? 0;
    if (header[0] !== 0xff || marker === END) break;
    // Any number of fill bytes (0xff) can precede a marker.
    if (marker === 0xff) at++;
    else {
      const end = at + 2 + viewBytes(header).getUint16(2);
      if (end > file.size) return parts;
      addSegment(parts, marker, await file.read(at, end - at), at);
      at = marker === SCAN ? await findScanEnd(file, end) : end;
      if (marker === SCAN) addSection(parts, end, at);
    }
  }
  return [...parts, Uint8Array.of(0xff, END)];
}

function createExifSegment(orientation: number): Uint8Array[] {
  const exif = createExif(orientation);
  if (!exif) return [];
  const data = concatBytes(encodeLatin1('Exif\0\0'), exif);
  return [Uint8Array.of(0xff, 0xe1, 0, data.length + 2), data];
}

function addSegment(parts: Part[], marker: number, segment: Uint8Array, at: number): void {
  const isPixelData = (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);
  const startsWith = (name: string) =>
    decodeLatin1(segment.subarray(HEADER_BYTES, HEADER_BYTES + name.length)) === name;
  const isProfile = marker === 0xe2 && startsWith('ICC_PROFILE\0');
  const isAdobe = marker === 0xee && startsWith('Adobe');
  if (isPixelData || isProfile || isAdobe) addSection(parts, at, at + segment.length);
  // A thumbnail can follow the density, and may show parts that were cropped.
  else if (marker === 0xe0 && startsWith('JFIF\0') && segment.length >= 18)
    parts.push(Uint8Array.of(0xff, 0xe0, 0, 16, ...segment.subarray(4, 16), 0, 0));
}

/** Pixel data ends at the first marker that is neither an escaped 255 nor a restart. */
async function findScanEnd(file: ByteReader, from: number): Promise<number> {
  for (let at = from; at < file.size; ) {
    const bytes = await file.read(at, SCAN_WINDOW_BYTES);
    const found = findMarker(bytes);
    if (found !== -1) return at + found;
    // The last byte may be the first one of a marker.
    at += Math.max(1, bytes.length - 1);
  }
  return file.size;
}

function findMarker(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return -1;
}

import { exifOf } from './exif.ts';
import { MAX_SEGMENTS } from './segments.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** The bytes of a marker and of a segment's length. */
const HEAD = 4;

/**
 * A JPEG (ITU-T T.81) of nothing but what its pixels need: tables, frames and scans, the colour profile, and how it is
 * turned. Without EXIF, XMP, IPTC, comments and thumbnails, and without what stands behind its end, such as a film or
 * a second picture with data of its own. It ends where it is broken.
 * Undefined where it has too many segments.
 */
export function cleanJpeg(bytes: Buffer, orientation: number): Buffer | undefined {
  const kept: Uint8Array[] = [Buffer.from([0xff, START]), ...exifSegment(orientation)];
  let at = 2;
  while (at + HEAD <= bytes.length && bytes[at] === 0xff) {
    if (kept.length > MAX_SEGMENTS) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === END) break;
    // A marker may stand behind any number of these.
    if (marker === 0xff) at++;
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2);
      if (end > bytes.length) return Buffer.concat(kept);
      kept.push(keptOf(marker, bytes.subarray(at, end)));
      at = end;
      if (marker === SCAN) {
        const next = endOfScan(bytes, at);
        kept.push(bytes.subarray(at, next));
        at = next;
      }
    }
  }
  return Buffer.concat([...kept, Buffer.from([0xff, END])]);
}

function exifSegment(orientation: number): Buffer[] {
  const exif = exifOf(orientation);
  if (!exif) return [];
  const data = Buffer.concat([Buffer.from('Exif\0\0'), exif]);
  return [Buffer.from([0xff, 0xe1, 0, data.length + 2]), data];
}

const NOTHING = Buffer.alloc(0);

/** What is kept of a segment, which is given with its marker. */
function keptOf(marker: number, segment: Buffer): Buffer {
  const isOfPixels = (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);
  const says = (name: string) => segment.toString('latin1', HEAD, HEAD + name.length) === name;
  if (isOfPixels) return segment;
  if (marker === 0xe2 && says('ICC_PROFILE\0')) return segment;
  if (marker === 0xee && says('Adobe')) return segment;
  // Behind its density there may be a thumbnail, of what was cut away, too.
  if (marker === 0xe0 && says('JFIF\0') && segment.length >= 18) {
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), segment.subarray(4, 16), Buffer.from([0, 0])]);
  }
  return NOTHING;
}

/** Coded pixels go on until a marker that neither stands for 255 nor for a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

import { exifOf } from './exif.ts';
import { MAX_SEGMENTS } from './segments.ts';

/** `RIFF`, the size of what follows, `WEBP`. */
const FILE_HEAD = 12;
/** A chunk's type and size. */
const CHUNK_HEAD = 8;

const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** In the first byte of `VP8X`: that there is EXIF, or XMP. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/**
 * A WebP (RFC 9649) of nothing but what its pixels need, and how it is turned. What is cut off stays cut off.
 * Undefined where it has too many chunks.
 */
export function cleanWebp(bytes: Buffer, orientation: number): Buffer | undefined {
  const exif = exifOf(orientation);
  const kept: Buffer[] = [];
  let at = FILE_HEAD;
  for (let segments = 0; at + CHUNK_HEAD < bytes.length; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const size = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD + size + (size % 2);
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'VP8X' && size > 0) kept.push(withFlags(bytes.subarray(at, end), exif !== undefined));
    else if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (exif) kept.push(Buffer.from('EXIF'), uint32(exif.length), exif);
  const body = Buffer.concat(kept);
  return Buffer.concat([Buffer.from('RIFF'), uint32(4 + body.length), Buffer.from('WEBP'), body]);
}

function withFlags(chunk: Buffer, hasExif: boolean): Buffer {
  const copy = Buffer.from(chunk);
  const flags = copy.readUInt8(CHUNK_HEAD) & ~(HAS_EXIF | HAS_XMP);
  copy.writeUInt8(flags | (hasExif ? HAS_EXIF : 0), CHUNK_HEAD);
  return copy;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

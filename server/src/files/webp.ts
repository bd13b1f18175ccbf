import { createExif } from './exif.ts';
import { MAX_SEGMENTS } from './segments.ts';

/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const KEPT_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** Keeps only the pixel data and the orientation (RFC 9649). Undefined if it has too many chunks. */
export function cleanWebp(bytes: Buffer, orientation: number): Buffer | undefined {
  const exif = createExif(orientation);
  const parts: Buffer[] = [];
  let at = FILE_HEADER_BYTES;
  for (let segments = 0; at + CHUNK_HEADER_BYTES < bytes.length; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const size = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER_BYTES + size + (size % 2);
    const type = bytes.toString('latin1', at, at + 4);
    if (type === 'VP8X' && size > 0) parts.push(setExifFlags(bytes.subarray(at, end), exif !== undefined));
    else if (KEPT_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  if (exif) parts.push(Buffer.from('EXIF'), encodeUint32(exif.length), exif);
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from('RIFF'), encodeUint32(4 + body.length), Buffer.from('WEBP'), body]);
}

function setExifFlags(chunk: Buffer, hasExif: boolean): Buffer {
  const copy = Buffer.from(chunk);
  const flags = copy.readUInt8(CHUNK_HEADER_BYTES) & ~(EXIF_FLAG | XMP_FLAG);
  copy.writeUInt8(flags | (hasExif ? EXIF_FLAG : 0), CHUNK_HEADER_BYTES);
  return copy;
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

import { crc32 } from 'node:zlib';
import { createExif } from './exif.ts';
import { MAX_SEGMENTS } from './segments.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const SIGNATURE_BYTES = SIGNATURE.length;
/** The bytes of a chunk beside its data: length, type and checksum. */
const CHUNK_OVERHEAD_BYTES = 12;

/** What the pixels need: of PNG (third edition), frames of an animation and colours among it. */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

/**
 * Whether a PNG moves, by what stands before its pixels; undefined for what is no PNG. The library that tells all other
 * types would take its time for many chunks.
 */
export function detectPngType(bytes: Buffer): 'image/png' | 'image/apng' | undefined {
  if (!SIGNATURE.equals(bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
  let at = SIGNATURE_BYTES;
  for (let segments = 0; at + CHUNK_OVERHEAD_BYTES <= bytes.length && segments <= MAX_SEGMENTS; segments++) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return 'image/apng';
    if (type === 'IDAT') break;
    at += CHUNK_OVERHEAD_BYTES + bytes.readUInt32BE(at);
  }
  return 'image/png';
}

/**
 * A PNG of nothing but what its pixels need, and how it is turned. What is cut off stays cut off.
 * Undefined where it has too many chunks.
 */
export function cleanPng(bytes: Buffer, orientation: number): Buffer | undefined {
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const exif = createExif(orientation);
  let at = SIGNATURE_BYTES;
  for (let segments = 0; at + CHUNK_OVERHEAD_BYTES <= bytes.length; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const end = at + CHUNK_OVERHEAD_BYTES + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (KEPT_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IHDR' && exif) parts.push(encodeChunk('eXIf', exif));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(parts);
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const encoded = Buffer.alloc(CHUNK_OVERHEAD_BYTES + data.length);
  encoded.writeUInt32BE(data.length);
  body.copy(encoded, 4);
  encoded.writeUInt32BE(crc32(body), 4 + body.length);
  return encoded;
}

import { crc32 } from 'node:zlib';
import { createExif } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { addSection, MAX_SEGMENTS, type Part } from './parts.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const SIGNATURE_BYTES = SIGNATURE.length;
const CHUNK_HEADER_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;

/** Chunks of PNG (third edition) that affect the pixels, including frames of an animation and colours. */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

/** Undefined if the file is not a PNG. The library that detects all other types is slow for many chunks. */
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

/** Keeps only pixel data and the orientation. A truncated PNG stays truncated. Undefined if it has too many chunks. */
export async function listPngParts(file: FileReader, orientation: number): Promise<Part[] | undefined> {
  const parts: Part[] = [{ start: 0, end: SIGNATURE_BYTES }];
  const exif = createExif(orientation);
  let at = SIGNATURE_BYTES;
  for (let segments = 0; at + CHUNK_OVERHEAD_BYTES <= file.size; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const header = await file.read(at, CHUNK_HEADER_BYTES);
    const end = at + CHUNK_OVERHEAD_BYTES + header.readUInt32BE(0);
    const type = header.toString('latin1', 4);
    if (KEPT_CHUNKS.has(type)) addSection(parts, at, Math.min(end, file.size));
    if (type === 'IHDR' && exif) parts.push(encodeChunk('eXIf', exif));
    if (type === 'IEND') break;
    at = end;
  }
  return parts;
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const encoded = Buffer.alloc(CHUNK_OVERHEAD_BYTES + data.length);
  encoded.writeUInt32BE(data.length);
  body.copy(encoded, 4);
  encoded.writeUInt32BE(crc32(body), 4 + body.length);
  return encoded;
}

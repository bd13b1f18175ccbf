import type { ByteReader } from './byte-reader.ts';
import { areSameBytes, concatBytes, decodeLatin1, encodeLatin1, viewBytes } from './bytes.ts';
import { computeCrc32 } from './crc32.ts';
import { createExif } from './exif.ts';
import { addSection, MAX_SEGMENTS, type Part } from './parts.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const SIGNATURE_BYTES = SIGNATURE.length;
const CHUNK_HEADER_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;

/** Chunks of PNG (third edition) that affect the pixels, including frames of an animation and colours. */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

/** Undefined if the file is not a PNG. The library that detects all other types is slow for many chunks. */
export function detectPngType(bytes: Uint8Array): 'image/png' | 'image/apng' | undefined {
  if (!areSameBytes(SIGNATURE, bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
  const view = viewBytes(bytes);
  let at = SIGNATURE_BYTES;
  for (let segments = 0; at + CHUNK_OVERHEAD_BYTES <= bytes.length && segments <= MAX_SEGMENTS; segments++) {
    const type = decodeLatin1(bytes.subarray(at + 4, at + 8));
    if (type === 'acTL') return 'image/apng';
    if (type === 'IDAT') break;
    at += CHUNK_OVERHEAD_BYTES + view.getUint32(at);
  }
  return 'image/png';
}

/** Keeps only pixel data and the orientation. A truncated PNG stays truncated. Undefined if it has too many chunks. */
export async function listPngParts(file: ByteReader, orientation: number): Promise<Part[] | undefined> {
  const parts: Part[] = [{ start: 0, end: SIGNATURE_BYTES }];
  const exif = createExif(orientation);
  let at = SIGNATURE_BYTES;
  for (let segments = 0; at + CHUNK_OVERHEAD_BYTES <= file.size; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const header = await file.read(at, CHUNK_HEADER_BYTES);
    const end = at + CHUNK_OVERHEAD_BYTES + viewBytes(header).getUint32(0);
    const type = decodeLatin1(header.subarray(4));
    if (KEPT_CHUNKS.has(type)) addSection(parts, at, Math.min(end, file.size));
    if (type === 'IHDR' && exif) parts.push(encodeChunk('eXIf', exif));
    if (type === 'IEND') break;
    at = end;
  }
  return parts;
}

function encodeChunk(type: string, data: Uint8Array): Uint8Array {
  const body = concatBytes(encodeLatin1(type), data);
  return concatBytes(encodeUint32(data.length), body, encodeUint32(computeCrc32(body)));
}

function encodeUint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewBytes(bytes).setUint32(0, value);
  return bytes;
}

import type { ByteReader } from './byte-reader.ts';
import { decodeLatin1, encodeLatin1, viewBytes } from './bytes.ts';
import { createExif } from './exif.ts';
import { addSection, countPartBytes, MAX_SEGMENTS, type Part } from './parts.ts';

/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const KEPT_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const MAX_UINT32 = 0xffffffff;

/** Keeps only the pixel data and the orientation (RFC 9649). Undefined if it has too many chunks. */
export async function listWebpParts(file: ByteReader, orientation: number): Promise<Part[] | undefined> {
  const exif = createExif(orientation);
  const parts: Part[] = [];
  let at = FILE_HEADER_BYTES;
  for (let segments = 0; at + CHUNK_HEADER_BYTES < file.size; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const header = await file.read(at, CHUNK_HEADER_BYTES + 1);
    const size = viewBytes(header).getUint32(4, true);
    const end = Math.min(at + CHUNK_HEADER_BYTES + size + (size % 2), file.size);
    const type = decodeLatin1(header.subarray(0, 4));
    if (type === 'VP8X' && size > 0) {
      parts.push(setExifFlags(header, exif !== undefined));
      addSection(parts, at + header.length, end);
    } else if (KEPT_CHUNKS.has(type)) addSection(parts, at, end);
    at = end;
  }
  if (exif) parts.push(encodeLatin1('EXIF'), encodeUint32(exif.length), exif);
  return [...createFileHeader(countPartBytes(parts)), ...parts];
}

function createFileHeader(bodyBytes: number): Uint8Array[] {
  return [encodeLatin1('RIFF'), encodeUint32(Math.min(4 + bodyBytes, MAX_UINT32)), encodeLatin1('WEBP')];
}

/** `header`: of the chunk, with the byte of its flags. */
function setExifFlags(header: Uint8Array, hasExif: boolean): Uint8Array {
  const copy = Uint8Array.from(header);
  const flags = (copy[CHUNK_HEADER_BYTES] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
  copy[CHUNK_HEADER_BYTES] = flags | (hasExif ? EXIF_FLAG : 0);
  return copy;
}

function encodeUint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewBytes(bytes).setUint32(0, value, true);
  return bytes;
}

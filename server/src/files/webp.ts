import { createExif } from './exif.ts';
import type { FileReader } from './file-reader.ts';
import { addSection, countPartBytes, MAX_SEGMENTS, type Part } from './parts.ts';

/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

const KEPT_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const MAX_UINT32 = 0xffffffff;

/** Keeps only the pixel data and the orientation (RFC 9649). Undefined if it has too many chunks. */
export async function listWebpParts(file: FileReader, orientation: number): Promise<Part[] | undefined> {
  const exif = createExif(orientation);
  const parts: Part[] = [];
  let at = FILE_HEADER_BYTES;
  for (let segments = 0; at + CHUNK_HEADER_BYTES < file.size; segments++) {
    if (segments > MAX_SEGMENTS) return undefined;
    const header = await file.read(at, CHUNK_HEADER_BYTES + 1);
    const size = header.readUInt32LE(4);
    const end = Math.min(at + CHUNK_HEADER_BYTES + size + (size % 2), file.size);
    const type = header.toString('latin1', 0, 4);
    if (type === 'VP8X' && size > 0) {
      parts.push(setExifFlags(header, exif !== undefined));
      addSection(parts, at + header.length, end);
    } else if (KEPT_CHUNKS.has(type)) addSection(parts, at, end);
    at = end;
  }
  if (exif) parts.push(Buffer.from('EXIF'), encodeUint32(exif.length), exif);
  return [...createFileHeader(countPartBytes(parts)), ...parts];
}

function createFileHeader(bodyBytes: number): Buffer[] {
  return [Buffer.from('RIFF'), encodeUint32(Math.min(4 + bodyBytes, MAX_UINT32)), Buffer.from('WEBP')];
}

/** `header`: of the chunk, with the byte of its flags. */
function setExifFlags(header: Buffer, hasExif: boolean): Buffer {
  const copy = Buffer.from(header);
  const flags = copy.readUInt8(CHUNK_HEADER_BYTES) & ~(EXIF_FLAG | XMP_FLAG);
  copy.writeUInt8(flags | (hasExif ? EXIF_FLAG : 0), CHUNK_HEADER_BYTES);
  return copy;
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

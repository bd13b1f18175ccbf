import type { ByteReader } from './byte-reader.ts';
import { concatBytes, decodeLatin1, encodeLatin1, startsWith, viewBytes } from './bytes.ts';
import { createExif, readOrientation } from './exif.ts';
import type { Cleaning, Format } from './format.ts';
import { addSection, countPartBytes, MAX_SEGMENTS, type Part } from './parts.ts';

/** `RIFF`, the size of the rest, `WEBP`. */
const FILE_HEADER_BYTES = 12;
const SIZED_FROM = 8;
const CHUNK_HEADER_BYTES = 8;
const FIRST_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L']);
const KEPT_CHUNKS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const PIXEL_CHUNKS = new Set(['VP8 ', 'VP8L', 'ANMF']);
const CHUNK_TYPE = /^[\x20-\x7e]{4}$/;
const EXIF_BYTES = 64 * 1024;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const EXIF_NAME = 'Exif\0\0';

/** Keeps only the pixel data and the orientation (RFC 9649). */
export const webp: Format = {
  matches: head => startsWith(head, 'RIFF') && decodeLatin1(head.subarray(8, 12)) === 'WEBP',
  clean: file => new WebpCleaner(file).clean(),
};

interface Chunk {
  type: string;
  start: number;
  bytes: number;
  /** With its padding. */
  end: number;
}

class WebpCleaner {
  readonly #file: ByteReader;
  readonly #chunks: Chunk[] = [];
  #orientation = 1;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  async clean(): Promise<Cleaning> {
    const head = await this.#file.read(0, FILE_HEADER_BYTES);
    // Bytes after it belong to no picture.
    const declaredEnd = SIZED_FROM + viewBytes(head).getUint32(4, true);
    if (!(await this.#readChunks(Math.min(declaredEnd, this.#file.size)))) return 'unreadable';
    const exif = createExif(this.#orientation);
    const parts = await this.#listParts(exif);
    const missing = this.#isTruncated() ? Math.max(0, declaredEnd - this.#file.size) : 0;
    const size = FILE_HEADER_BYTES - SIZED_FROM + countPartBytes(parts) + missing;
    return { parts: [concatBytes(encodeLatin1('RIFF'), encodeUint32(size), encodeLatin1('WEBP')), ...parts] };
  }

  /** Returns whether decoders accept all of them. */
  async #readChunks(fileEnd: number): Promise<boolean> {
    let hasPixels = false;
    for (let at = FILE_HEADER_BYTES; at + CHUNK_HEADER_BYTES < fileEnd; ) {
      const chunk = await this.#readChunk(at);
      const isFirst = this.#chunks.length === 0;
      if (!(isFirst ? FIRST_CHUNKS.has(chunk.type) : CHUNK_TYPE.test(chunk.type))) return false;
      if (this.#chunks.push(chunk) > MAX_SEGMENTS) return false;
      hasPixels ||= PIXEL_CHUNKS.has(chunk.type);
      if (chunk.end > fileEnd + 1 && !hasPixels) return false;
      chunk.end = Math.min(chunk.end, fileEnd);
      at = chunk.end;
    }
    return hasPixels;
  }

  /** A truncated picture stays truncated. */
  #isTruncated(): boolean {
    return KEPT_CHUNKS.has(this.#chunks.at(-1)?.type ?? '');
  }

  async #readChunk(start: number): Promise<Chunk> {
    const header = await this.#file.read(start, CHUNK_HEADER_BYTES);
    const type = decodeLatin1(header.subarray(0, 4));
    const bytes = viewBytes(header).getUint32(4, true);
    if (type === 'EXIF')
      this.#orientation = readOrientation(await this.#readExif(start + CHUNK_HEADER_BYTES, bytes));
    return { type, start, bytes, end: start + CHUNK_HEADER_BYTES + bytes + (bytes % 2) };
  }

  async #readExif(start: number, bytes: number): Promise<Uint8Array> {
    const data = await this.#file.read(start, Math.min(bytes, EXIF_BYTES));
    // Some programs put the name of JPEG's segment in front.
    return startsWith(data, EXIF_NAME) ? data.subarray(EXIF_NAME.length) : data;
  }

  async #listParts(exif: Uint8Array | undefined): Promise<Part[]> {
    const parts: Part[] = [];
    for (const { type, start, bytes, end } of this.#chunks) {
      if (type === 'VP8X' && bytes > 0) {
        const header = await this.#file.read(start, CHUNK_HEADER_BYTES + 1);
        parts.push(setExifFlags(header, exif !== undefined));
        addSection(parts, start + header.length, end);
      } else if (KEPT_CHUNKS.has(type)) addSection(parts, start, end);
    }
    if (exif) parts.push(encodeLatin1('EXIF'), encodeUint32(exif.length), exif);
    return parts;
  }
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

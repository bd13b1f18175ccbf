import type { ByteReader } from './byte-reader.ts';
import { concatBytes, decodeLatin1, encodeLatin1, startsWith, viewBytes } from './bytes.ts';
import { computeCrc32 } from './crc32.ts';
import { createExif, readOrientation } from './exif.ts';
import type { Cleaning, Format } from './format.ts';
import { addSection, MAX_SEGMENTS, type Part } from './parts.ts';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
const SIGNATURE_BYTES = SIGNATURE.length;
const CHUNK_HEADER_BYTES = 8;
const CHUNK_OVERHEAD_BYTES = 12;
/** Of EXIF data in a chunk: its directory comes first. */
const EXIF_BYTES = 64 * 1024;

/** Chunks of PNG (third edition) that affect the pixels, including frames of an animation and colours. */
const KEPT_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);
const CHUNK_TYPE = /^[A-Za-z]{4}$/;

const TEXT_CHUNKS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** A text of this name is the drawing that the picture shows: draw.io and Excalidraw open and change it. */
const DOCUMENTS = ['mxfile', 'mxGraphModel', 'application/vnd.excalidraw+json'];
const MAX_NAME_BYTES = 80;

/** Keeps only pixel data, the orientation and documents. A truncated PNG stays truncated. */
export const png: Format = {
  matches: head => startsWith(head, SIGNATURE),
  clean: file => new PngCleaner(file).clean(),
};

/** Undefined if the file is not a PNG. The library that detects all other types is slow for many chunks. */
export function detectPngType(bytes: Uint8Array): 'image/png' | 'image/apng' | undefined {
  if (!startsWith(bytes, SIGNATURE)) return undefined;
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

interface Chunk {
  type: string;
  /** Of its data, and of the chunk. */
  start: number;
  end: number;
}

class PngCleaner {
  readonly #file: ByteReader;
  readonly #body: Part[] = [];
  #orientation: number | undefined;
  #head: Part | undefined;
  #hasPixels = false;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  async clean(): Promise<Cleaning> {
    let at = SIGNATURE_BYTES;
    for (let segments = 0; at + CHUNK_HEADER_BYTES < this.#file.size; segments++) {
      const chunk = await this.#readChunk(at);
      if (segments > MAX_SEGMENTS || !(await this.#addChunk(chunk, at))) return 'unreadable';
      if (chunk.type === 'IEND') break;
      at = chunk.end;
    }
    if (!this.#head || !this.#hasPixels) return 'unreadable';
    const exif = createExif(this.#orientation ?? 1);
    const added = exif ? [encodeChunk('eXIf', exif)] : [];
    const parts: Part[] = [this.#head, ...added, ...this.#body];
    return { parts };
  }

  async #readChunk(at: number): Promise<Chunk> {
    const header = await this.#file.read(at, CHUNK_HEADER_BYTES);
    const end = at + CHUNK_OVERHEAD_BYTES + viewBytes(header).getUint32(0);
    return { type: decodeLatin1(header.subarray(4)), start: at + CHUNK_HEADER_BYTES, end };
  }

  /** Returns whether decoders accept the chunk: they stop at one that they must know and do not. */
  async #addChunk(chunk: Chunk, at: number): Promise<boolean> {
    const { type, start, end } = chunk;
    const { size } = this.#file;
    if (!this.#head) {
      this.#head = { start: 0, end };
      return type === 'IHDR' && end <= size;
    }
    const isKept = KEPT_CHUNKS.has(type) || (await this.#isDocument(chunk));
    if (!CHUNK_TYPE.test(type) || (isCritical(type) && !isKept)) return false;
    if (type === 'IDAT') this.#hasPixels = true;
    if (type === 'eXIf')
      this.#orientation ??= readOrientation(
        await this.#file.read(start, Math.min(EXIF_BYTES, end - start - 4)),
      );
    if (isKept) addSection(this.#body, at, Math.min(end, size));
    return end <= size || this.#hasPixels;
  }

  async #isDocument({ type, start, end }: Chunk): Promise<boolean> {
    if (!TEXT_CHUNKS.has(type)) return false;
    const data = await this.#file.read(start, Math.min(MAX_NAME_BYTES, end - start));
    return DOCUMENTS.some(name => startsWith(data, `${name}\0`));
  }
}

function isCritical(type: string): boolean {
  return type < 'a';
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

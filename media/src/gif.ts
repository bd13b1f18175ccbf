import { type ByteReader, growWindow } from './byte-reader.ts';
import { decodeLatin1, startsWith } from './bytes.ts';
import type { Cleaning, Format } from './format.ts';
import { addSection, MAX_SEGMENTS, type Part } from './parts.ts';

/** The signature, then the screen. */
const FILE_HEADER_BYTES = 13;
const SCREEN_FLAGS_AT = 10;
const IMAGE_HEADER_BYTES = 10;
const IMAGE_FLAGS_AT = 9;
const TABLE_FLAG = 0x80;
const TABLE_SIZE_MASK = 0x07;

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const APPLICATION_NAME_BYTES = 11;
/** Loops and colours. Others carry metadata, such as XMP. */
const KEPT_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Drops comments and data of applications (GIF89a), and all bytes after the end. */
export const gif: Format = {
  matches: head => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a'),
  clean: cleanGif,
};

async function cleanGif(file: ByteReader): Promise<Cleaning> {
  const head = await file.read(0, FILE_HEADER_BYTES);
  let at = FILE_HEADER_BYTES + getTableBytes(head[SCREEN_FLAGS_AT]);
  const parts: Part[] = [];
  addSection(parts, 0, Math.min(at, file.size));
  let hasImage = false;
  for (let blocks = 0; at < file.size; blocks++) {
    if (blocks > MAX_SEGMENTS) return 'unreadable';
    const header = await file.read(at, IMAGE_HEADER_BYTES);
    const type = header[0];
    // Viewers take anything else for the end.
    if (type !== EXTENSION && type !== IMAGE) return endGif(parts, hasImage, type === TRAILER);
    hasImage ||= type === IMAGE;
    const end = await findBlockEnd(file, type === IMAGE ? at + getImageHeaderBytes(header) : at + 2);
    if (type === IMAGE || (await isKeptExtension(file, at, header[1]))) addSection(parts, at, end);
    at = end;
  }
  return hasImage ? { parts } : 'unreadable';
}

function endGif(parts: Part[], hasImage: boolean, isRegular: boolean): Cleaning {
  if (!hasImage) return 'unreadable';
  return { parts: [...parts, Uint8Array.of(TRAILER)], isRepaired: !isRegular };
}

/** With the table of colours and the code size. */
function getImageHeaderBytes(header: Uint8Array): number {
  return IMAGE_HEADER_BYTES + getTableBytes(header[IMAGE_FLAGS_AT]) + 1;
}

function getTableBytes(flags = 0): number {
  return flags & TABLE_FLAG ? 3 * 2 ** ((flags & TABLE_SIZE_MASK) + 1) : 0;
}

async function isKeptExtension(file: ByteReader, at: number, label: number | undefined): Promise<boolean> {
  if (label !== APPLICATION) return label !== COMMENT;
  return KEPT_APPLICATIONS.has(decodeLatin1(await file.read(at + 3, APPLICATION_NAME_BYTES)));
}

/** Each part of a block begins with its size; the last one is empty. */
async function findBlockEnd(file: ByteReader, from: number): Promise<number> {
  for (let at = from; at < file.size; ) {
    const bytes = await file.read(at, growWindow(at - from));
    let next = 0;
    while (next < bytes.length) {
      const size = bytes[next] ?? 0;
      next += size + 1;
      if (size === 0) return at + next;
    }
    at += next;
  }
  return file.size;
}

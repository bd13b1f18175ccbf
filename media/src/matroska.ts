import type { ByteReader, PixelSize } from './byte-reader.ts';
import { viewBytes } from './bytes.ts';

/** In front of the tracks, real files have some ten. Each costs a read. */
const MAX_ELEMENTS = 2_000;
/** Of an id and a size together. */
const MAX_HEADER_BYTES = 12;
const MAX_ID_BYTES = 4;
const MAX_NUMBER_BYTES = 8;

/** Ids of Matroska (RFC 9559). */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VIDEO = 0xe0;
const CONTAINERS = new Set([SEGMENT, TRACKS, TRACK, VIDEO]);

const NUMBERS = new Map([
  [0xb0, 'pixelWidth'],
  [0xba, 'pixelHeight'],
  [0x54b0, 'displayWidth'],
  [0x54ba, 'displayHeight'],
  [0x54b2, 'displayUnit'],
]);

export async function isEbml(file: ByteReader): Promise<boolean> {
  const head = await file.read(0, 4);
  return head.length === 4 && viewBytes(head).getUint32(0) === EBML;
}

/** Of WebM and Matroska: the size of the first video track. */
export async function measureWebm(file: ByteReader): Promise<PixelSize | undefined> {
  const found: Record<string, number> = {};
  let at = 0;
  for (let elements = 0; elements < MAX_ELEMENTS; elements++) {
    const header = readHeader(await file.read(at, MAX_HEADER_BYTES));
    // The tracks come before the pictures.
    if (!header || header.id === CLUSTER || (header.id === TRACK && found.pixelHeight)) break;
    at += header.length;
    if (CONTAINERS.has(header.id)) continue;
    const name = NUMBERS.get(header.id);
    if (name) found[name] = readNumber(await file.read(at, Math.min(header.bytes, MAX_NUMBER_BYTES)));
    at += header.bytes;
  }
  const { pixelWidth = 0, pixelHeight = 0, displayUnit = 0 } = found;
  // Units other than pixels are no sizes.
  const { displayWidth = pixelWidth, displayHeight = pixelHeight } = displayUnit === 0 ? found : {};
  return { width: displayWidth, height: displayHeight };
}

interface Header {
  id: number;
  /** Of the header, and of the content after it. */
  length: number;
  bytes: number;
}

function readHeader(bytes: Uint8Array): Header | undefined {
  const idLength = getLength(bytes[0]);
  const sizeLength = getLength(bytes[idLength]);
  const length = idLength + sizeLength;
  if (idLength > MAX_ID_BYTES || sizeLength > MAX_NUMBER_BYTES || length > bytes.length) return undefined;
  const id = readNumber(bytes.subarray(0, idLength));
  const size = Uint8Array.from(bytes.subarray(idLength, length));
  // The bit that marks its length. An unknown size is the largest one, which ends the walk.
  size[0] = (size[0] ?? 0) & (0xff >> sizeLength);
  return { id, length, bytes: readNumber(size) };
}

/** RFC 8794: the first bit that is set gives the length of a number in bytes. */
function getLength(first = 0): number {
  return Math.clz32(first) - 23;
}

/** Big-endian. */
function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

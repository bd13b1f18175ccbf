import type { ByteReader } from './byte-reader.ts';
import { viewBytes } from './bytes.ts';

const MAX_ENTRIES = 1_000;
const ENTRY_BYTES = 12;
/** Of an entry: its type, its count, and its value or the offset of it. */
const TYPE_AT = 2;
const COUNT_AT = 4;
const VALUE_AT = 8;
const VALUE_BYTES = 4;
const OFFSET_BYTES = 4;
const SHORT = 3;
const COUNT_BYTES = 2;
/** By type, of one value. Unknown types have one byte. */
const TYPE_BYTES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

export interface TiffEntry {
  tag: number;
  bytes: Uint8Array;
  /** A number of 16 or 32 bits. */
  value: number;
  /** Undefined if the value is in the entry. */
  dataAt: number | undefined;
  dataBytes: number;
}

export interface TiffDirectory {
  at: number;
  bytes: number;
  entries: readonly TiffEntry[];
  /** The position of the next directory; 0 if there is none. */
  next: number;
  /** The same directory with fewer entries, in as many bytes. */
  encode(kept: readonly TiffEntry[]): Uint8Array;
}

export function readHeader(bytes: Uint8Array): { bytes: Uint8Array; isLittle: boolean; first: number } {
  const isLittle = bytes[0] === 0x49;
  return { bytes, isLittle, first: bytes.length < 8 ? 0 : viewBytes(bytes).getUint32(4, isLittle) };
}

/** Undefined if it is not complete, or has more entries than any camera writes. */
export async function readDirectory(
  file: ByteReader,
  at: number,
  isLittle: boolean,
): Promise<TiffDirectory | undefined> {
  const head = await file.read(at, COUNT_BYTES);
  if (head.length < COUNT_BYTES) return undefined;
  const count = viewBytes(head).getUint16(0, isLittle);
  if (count === 0 || count > MAX_ENTRIES) return undefined;
  const bytes = await file.read(at, COUNT_BYTES + count * ENTRY_BYTES + OFFSET_BYTES);
  if (bytes.length < COUNT_BYTES + count * ENTRY_BYTES) return undefined;
  const entries = Array.from({ length: count }, (_, index) =>
    readEntry(
      bytes.subarray(COUNT_BYTES + index * ENTRY_BYTES, COUNT_BYTES + (index + 1) * ENTRY_BYTES),
      isLittle,
    ),
  );
  // The last directory of some files has no offset of a next one.
  const rest = bytes.slice(COUNT_BYTES + count * ENTRY_BYTES);
  const next = rest.length < OFFSET_BYTES ? 0 : viewBytes(rest).getUint32(0, isLittle);
  const encode = (kept: readonly TiffEntry[]) => encodeDirectory(bytes.length, kept, rest, isLittle);
  return { at, bytes: bytes.length, entries, next, encode };
}

function readEntry(bytes: Uint8Array, isLittle: boolean): TiffEntry {
  const view = viewBytes(bytes);
  const type = view.getUint16(TYPE_AT, isLittle);
  const typeBytes = TYPE_BYTES[type] ?? 1;
  const dataBytes = view.getUint32(COUNT_AT, isLittle) * typeBytes;
  const offset = view.getUint32(VALUE_AT, isLittle);
  const value = type === SHORT ? view.getUint16(VALUE_AT, isLittle) : offset;
  const dataAt = dataBytes > VALUE_BYTES ? offset : undefined;
  return { tag: view.getUint16(0, isLittle), bytes: bytes.slice(), value, dataAt, dataBytes };
}

function encodeDirectory(
  length: number,
  kept: readonly TiffEntry[],
  rest: Uint8Array,
  isLittle: boolean,
): Uint8Array {
  const bytes = new Uint8Array(length);
  viewBytes(bytes).setUint16(0, kept.length, isLittle);
  for (const [index, entry] of kept.entries()) bytes.set(entry.bytes, COUNT_BYTES + index * ENTRY_BYTES);
  bytes.set(rest, COUNT_BYTES + kept.length * ENTRY_BYTES);
  return bytes;
}

import type { ByteReader } from './byte-reader.ts';
import { viewBytes } from './bytes.ts';

/** Of an id and a size together. */
const MAX_HEADER_BYTES = 12;
const MAX_ID_BYTES = 4;
const MAX_NUMBER_BYTES = 8;

export const EBML = 0x1a45dfa3;

/** An element of EBML (RFC 8794). `at`: its id; its content is from `start` up to `end`. */
export interface Element {
  id: number;
  at: number;
  start: number;
  /** Undefined if it ends where another element of its level begins. */
  end: number | undefined;
}

export async function isEbml(file: ByteReader): Promise<boolean> {
  const head = await file.read(0, 4);
  return head.length === 4 && viewBytes(head).getUint32(0) === EBML;
}

/** A number that names its own length. Undefined if it is not complete. */
export function readVariable(
  bytes: Uint8Array,
): { value: number; length: number; isUnknown: boolean } | undefined {
  const length = getLength(bytes[0]);
  if (length > MAX_NUMBER_BYTES || length > bytes.length) return undefined;
  const digits = Uint8Array.from(bytes.subarray(0, length));
  // The bit that marks its length.
  digits[0] = (digits[0] ?? 0) & (0xff >> length);
  const isUnknown = digits.every((byte, index) => byte === (index === 0 ? 0xff >> length : 0xff));
  return { value: readNumber(digits), length, isUnknown };
}

/** Undefined at the end of the file, and if there is no element. */
export async function readElement(file: ByteReader, at: number): Promise<Element | undefined> {
  const bytes = await file.read(at, MAX_HEADER_BYTES);
  const idLength = getLength(bytes[0]);
  const size = readVariable(bytes.subarray(idLength));
  if (idLength > MAX_ID_BYTES || !size) return undefined;
  const start = at + idLength + size.length;
  const end = size.isUnknown ? undefined : start + size.value;
  return { id: readNumber(bytes.subarray(0, idLength)), at, start, end };
}

/** The first bit that is set gives the length of a number in bytes. */
function getLength(first = 0): number {
  return Math.clz32(first) - 23;
}

/** Big-endian. */
export function readNumber(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

export async function readUnsigned(file: ByteReader, { start, end = start }: Element): Promise<number> {
  return readNumber(await file.read(start, Math.min(end - start, MAX_NUMBER_BYTES)));
}

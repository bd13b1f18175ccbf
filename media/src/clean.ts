import type { ByteReader } from './byte-reader.ts';
import { type Cleaning, type Format, HEAD_BYTES } from './format.ts';

/** The first one that matches counts. */
const FORMATS: readonly Format[] = [];

/** Undefined for a file of a format that is stored as it is. */
export async function cleanFile(file: ByteReader): Promise<Cleaning | undefined> {
  const head = await file.read(0, HEAD_BYTES);
  return FORMATS.find(format => format.matches(head))?.clean(file);
}

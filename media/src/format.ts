import type { ByteReader } from './byte-reader.ts';
import type { Part } from './parts.ts';

/**
 * `unreadable`: begins like a file of this format, but cannot be parsed.
 * `uncleanable`: is a file of this format, but its metadata cannot be removed without a risk for the rest.
 */
export type Cleaning = Cleaned | 'unreadable' | 'uncleanable';

/** A file without its metadata. All parts together are the whole file if nothing is to be removed. */
export interface Cleaned {
  parts: readonly Part[];
  /** Bytes were left out that no format has there. The server uses the parts only if it can decode the same pixels. */
  isRepaired?: boolean;
}

/**
 * A format of files whose metadata is removed. The server and the page run the same function. It reads little, stores nothing
 * in whole, and has a bound for its number of reads. A format without a decoder on the server changes bytes in place only
 * (`patchFile`). Each format is a file of this folder, and stands in the list of `clean.ts`.
 */
export interface Format {
  /** Whether a file that begins with these bytes (at most `HEAD_BYTES`) is one of this format. */
  matches(head: Uint8Array): boolean;
  clean(file: ByteReader): Promise<Cleaning>;
}

export const HEAD_BYTES = 32;

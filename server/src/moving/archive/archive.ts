import type { Readable } from 'node:stream';

/** A zip, a folder or one file to read. Its names never become paths of anything that Snug writes. */
export interface Archive {
  /** The name of the zip or folder. */
  title: string;
  /** The files by path, with `/` and NFC; `size` in bytes, unpacked. */
  entries: ReadonlyMap<string, { size: number }>;
  /** Undefined without such an entry. Throws an `InvalidJsonError`, or an `ArchiveError` above 256 MiB. */
  readJson: (path: string) => Promise<unknown>;
  /** Throws an `ArchiveError` above `maxBytes`. */
  read: (path: string, maxBytes: number) => Promise<Buffer>;
  open: (path: string) => Promise<Readable>;
  /** Files that are never read: links, and what operating systems add. */
  skipped: readonly SkippedEntry[];
  /** Hexadecimal: of the zip, or of the names and contents of a folder. */
  sha256: () => Promise<string>;
  close: () => Promise<void>;
}

export interface SkippedEntry {
  path: string;
  reason: 'archive.link' | 'archive.system' | 'archive.special';
}

import type { Readable } from 'node:stream';

/** What is known of stored bytes without reading them. */
export interface StoredFileInfo {
  size: number;
  modifiedAt: Date;
}

/** From the byte `start` to the byte `end`, both included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The bytes of files, under keys that stand for the same bytes for ever. */
export interface FileStorage {
  /** Takes a complete file of this machine away from `path`. Resolves when power cuts can no longer take it back. */
  moveFrom(path: string, key: string): Promise<void>;
  /** Resolves when power cuts can no longer take the bytes back. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if nothing is under `key`. */
  find(key: string): Promise<StoredFileInfo | undefined>;
  /** All bytes, or a range that is in them; undefined if nothing is under `key`. Whoever stops reading destroys the stream. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The first `limit` keys in a folder, in their order and after the key `after`. The folder may be missing. */
  list(folder: string, page: { after?: string; limit: number }): Promise<string[]>;
  /** Also resolves if nothing is under `key`. */
  remove(key: string): Promise<void>;
}

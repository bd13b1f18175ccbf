import type { Readable } from 'node:stream';
import type { StoreProblem } from '@snug/protocol';

export interface StoredFileInfo {
  size: number;
  modifiedAt: Date;
}

/** Both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The bytes of a key never change. */
export interface FileStorage {
  /** Moves a complete local file into the storage. Resolves when the bytes survive a power cut. `signal` may end it before. */
  moveFrom(path: string, key: string, signal?: AbortSignal): Promise<void>;
  /** Resolves when the bytes survive a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if the key does not exist. */
  find(key: string): Promise<StoredFileInfo | undefined>;
  /** All bytes or a range within them; undefined if the key does not exist. The caller destroys the stream if it stops reading. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** The first `limit` keys of a folder after the key `after`, sorted. The folder may be missing. */
  list(folder: string, page: { after?: string; limit: number }): Promise<string[]>;
  /** Also resolves if the key does not exist. */
  remove(key: string): Promise<void>;
}

/** The storage does not work at this moment, as a store in the network may. */
export class StorageError extends Error {}

/** Whether a store in the network works. */
export interface FileStoreState {
  /** As the last requests showed, or a new one if they are older than `maxAgeMs`. */
  findProblem(maxAgeMs: number): Promise<StoreProblem | undefined>;
}

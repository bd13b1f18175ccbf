import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { DiskStorage } from './disk.ts';
import type { ByteRange, FileStorage, StoredFileInfo } from './storage.ts';

const MEGABYTE = 1024 * 1024;
/** On the disk, of all copies. */
const MAX_BYTES = 256 * MEGABYTE;
/** Larger ones are not copied. */
const MAX_COPY_BYTES = MEGABYTE;
/** Of a file system. It also bounds the number of copies. */
const BLOCK_BYTES = 4_096;

const HOUR_MS = 60 * 60_000;
/** Then the storage is asked whether the key still exists: another server may have removed it. */
const CHECK_MS = HOUR_MS;
/** A copy without a check for so long is removed. */
const MAX_UNCHECKED_MS = 24 * HOUR_MS;

export interface CachedStorageOptions {
  storage: FileStorage;
  /** Of this process, for the copies. Empty at first. */
  folder: string;
  /** Whether copies of this key are kept. */
  isCached: (key: string) => boolean;
  clock: Pick<Clock, 'steadyNow' | 'repeat'>;
  maxBytes?: number;
}

/** `name`: of the copy. */
interface Copy extends StoredFileInfo {
  name: string;
  checkedAt: number;
}

/**
 * Copies of small files of another storage: the bytes of a key never change. The least recently used ones go first. While the storage is away,
 * the copies are still read.
 */
export class CachedStorage implements FileStorage {
  readonly #options: CachedStorageOptions;
  readonly #disk: DiskStorage;
  readonly #maxBytes: number;
  /** The least recently used first. */
  readonly #copies = new Map<string, Copy>();
  readonly #fetches = new Map<string, Promise<StoredFileInfo | undefined>>();
  readonly #endSweep: () => void;
  #bytes = 0;

  constructor(options: CachedStorageOptions) {
    this.#options = options;
    this.#disk = new DiskStorage(options.folder);
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
    this.#endSweep = options.clock.repeat(() => void this.#removeUnchecked(), HOUR_MS);
  }

  close(): void {
    this.#endSweep();
  }

  moveFrom(path: string, key: string, signal?: AbortSignal): Promise<void> {
    return this.#options.storage.moveFrom(path, key, signal);
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#options.storage.put(key, bytes);
  }

  find(key: string): Promise<StoredFileInfo | undefined> {
    return this.#options.isCached(key) ? this.#find(key) : this.#options.storage.find(key);
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const { storage, isCached } = this.#options;
    if (!isCached(key)) return storage.read(key, range);
    if (!(await this.#find(key))) return undefined;
    const copy = this.#copies.get(key);
    const bytes = copy && (await this.#disk.read(copy.name, range));
    if (bytes) return bytes;
    // Too large for a copy, or somebody emptied the folder.
    if (copy) await this.#drop(key);
    return storage.read(key, range);
  }

  list(folder: string, page: { after?: string; limit: number }): Promise<string[]> {
    return this.#options.storage.list(folder, page);
  }

  async remove(key: string): Promise<void> {
    await this.#options.storage.remove(key);
    // A copy that is on its way must not stay.
    this.#fetches.delete(key);
    await this.#drop(key);
  }

  async #find(key: string): Promise<StoredFileInfo | undefined> {
    const copy = this.#copies.get(key);
    if (!copy || this.#options.clock.steadyNow() - copy.checkedAt >= CHECK_MS) return this.#fetchOnce(key);
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  #fetchOnce(key: string): Promise<StoredFileInfo | undefined> {
    const running = this.#fetches.get(key);
    if (running) return running;
    const fetch: Promise<StoredFileInfo | undefined> = this.#fetch(
      key,
      () => this.#fetches.get(key) === fetch,
    ).finally(() => {
      if (this.#fetches.get(key) === fetch) this.#fetches.delete(key);
    });
    this.#fetches.set(key, fetch);
    return fetch;
  }

  /** `isWanted`: false after a removal of the key. */
  async #fetch(key: string, isWanted: () => boolean): Promise<StoredFileInfo | undefined> {
    const copy = this.#copies.get(key);
    const found = await this.#ask(key, copy);
    if (!found) {
      await this.#drop(key);
      return undefined;
    }
    if (copy) copy.checkedAt = this.#options.clock.steadyNow();
    else if (found.size <= MAX_COPY_BYTES) await this.#copy(key, found, isWanted).catch(() => {});
    return found;
  }

  /** A storage that is away does not prove that the key is gone. */
  async #ask(key: string, copy: Copy | undefined): Promise<StoredFileInfo | undefined> {
    try {
      return await this.#options.storage.find(key);
    } catch (error) {
      if (copy) return copy;
      throw error;
    }
  }

  /** Rejects if the disk or the storage fails: then the bytes come from the storage, or its error does. */
  async #copy(key: string, { size, modifiedAt }: StoredFileInfo, isWanted: () => boolean): Promise<void> {
    const bytes = await this.#options.storage.read(key);
    if (!bytes) return;
    const name = createHash('sha256').update(key).digest('hex');
    const partial = join(this.#options.folder, `${newId()}.partial`);
    try {
      const file = createWriteStream(partial);
      await pipeline(bytes, file);
      if (file.bytesWritten !== size || !isWanted()) return;
      await this.#disk.moveFrom(partial, name);
    } finally {
      await rm(partial, { force: true });
    }
    const checkedAt = this.#options.clock.steadyNow();
    if (isWanted()) this.#add(key, { name, size, modifiedAt, checkedAt });
    else await this.#disk.remove(name);
    await this.#evict();
  }

  #add(key: string, copy: Copy): void {
    this.#copies.set(key, copy);
    this.#bytes += getDiskBytes(copy);
  }

  async #evict(): Promise<void> {
    for (const key of this.#copies.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      await this.#drop(key);
    }
  }

  async #removeUnchecked(): Promise<void> {
    const oldest = this.#options.clock.steadyNow() - MAX_UNCHECKED_MS;
    for (const [key, { checkedAt }] of this.#copies) if (checkedAt < oldest) await this.#drop(key);
  }

  async #drop(key: string): Promise<void> {
    const copy = this.#copies.get(key);
    if (!copy) return;
    this.#copies.delete(key);
    this.#bytes -= getDiskBytes(copy);
    // The start of the next process empties the folder.
    await this.#disk.remove(copy.name).catch(() => {});
  }
}

function getDiskBytes({ size }: StoredFileInfo): number {
  return Math.max(1, Math.ceil(size / BLOCK_BYTES)) * BLOCK_BYTES;
}

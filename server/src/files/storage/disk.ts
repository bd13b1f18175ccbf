import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the bytes of files are, each under its key. */
export interface FileStorage {
  /** Takes a complete file of this machine away from `path`. Resolves when it is on disk under `key`. */
  take(path: string, key: string): Promise<void>;
  /** Resolves when the bytes are on disk under `key`, in the place of others that were there. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The keys in a folder, which need not be there. */
  list(folder: string): Promise<string[]>;
  /** Resolves, too, where nothing is under `key`. */
  remove(key: string): Promise<void>;
  /** Where on this machine to read it. A storage elsewhere would have a signed address instead. */
  pathOf(key: string): string;
}

/** A folder on this machine. */
export class DiskStorage implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async take(path: string, key: string): Promise<void> {
    const disk = await this.#disk();
    await disk.moveFromFs(path, key);
    await this.#sync(key);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const disk = await this.#disk();
    await disk.put(key, bytes);
    await this.#sync(key);
  }

  async list(folder: string): Promise<string[]> {
    const disk = await this.#disk();
    const { objects } = await disk.listAll(folder);
    return [...objects].flatMap(object => (object.isFile ? [object.key] : []));
  }

  async remove(key: string): Promise<void> {
    const disk = await this.#disk();
    await disk.delete(key);
  }

  pathOf(key: string): string {
    return join(this.#folder, key);
  }

  // A message may name a file only when a power cut can take neither its bytes back nor the names that lead to them.
  async #sync(key: string): Promise<void> {
    const top = dirname(this.#folder);
    for (let path = this.pathOf(key); path !== top; path = dirname(path)) await syncPath(path);
    await syncPath(top);
  }

  // Loaded on first use, so that the start does not wait for it.
  async #disk() {
    const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
    return new Disk(new FSDriver({ location: this.#folder, visibility: 'private' }));
  }
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

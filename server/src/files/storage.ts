import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the bytes of files are, each under its key. */
export interface FileStorage {
  /** Takes a complete file of this machine away from `path`. Resolves when it is on disk under `key`. */
  take(path: string, key: string): Promise<void>;
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
    // A message may name the file only when a power cut cannot take it back.
    const file = await open(this.pathOf(key), 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async remove(key: string): Promise<void> {
    const disk = await this.#disk();
    await disk.delete(key);
  }

  pathOf(key: string): string {
    return join(this.#folder, key);
  }

  // Loaded on first use, so that the start does not wait for it.
  async #disk() {
    const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
    return new Disk(new FSDriver({ location: this.#folder, visibility: 'private' }));
  }
}

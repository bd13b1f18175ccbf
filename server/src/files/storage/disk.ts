import { closeSync, createReadStream, fstatSync, open as openFile, type ReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { getErrorCode } from '../../base/start-error.ts';
import type { ByteRange, FileStorage, StoredFileInfo } from './storage.ts';

// A stream needs a file descriptor, and only this function returns one.
const openFileDescriptor = promisify(openFile);

export class DiskStorage implements FileStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async moveFrom(path: string, key: string): Promise<void> {
    const target = this.#toPath(key);
    await mkdir(dirname(target), { recursive: true });
    try {
      await rename(path, target);
    } catch (error) {
      if (getErrorCode(error) !== 'EXDEV') throw error;
      // The folder is on another disk.
      const disk = await this.#disk();
      await disk.moveFromFs(path, key);
    }
    await this.#sync(key);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const disk = await this.#disk();
    await disk.put(key, bytes);
    await this.#sync(key);
  }

  async find(key: string): Promise<StoredFileInfo | undefined> {
    const found = await undefinedIfMissing(stat(this.#toPath(key)));
    return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined;
  }

  async read(key: string, range?: ByteRange): Promise<ReadStream | undefined> {
    const path = this.#toPath(key);
    const fd = await undefinedIfMissing(openFileDescriptor(path, 'r'));
    if (fd === undefined) return undefined;
    if (range && fstatSync(fd).size <= range.end) {
      closeSync(fd);
      throw new Error('a stored file is shorter than it was');
    }
    return createReadStream(path, { fd, ...range });
  }

  async list(folder: string, { after = '', limit }: { after?: string; limit: number }): Promise<string[]> {
    const entries = (await undefinedIfMissing(readdir(this.#toPath(folder), { withFileTypes: true }))) ?? [];
    const keys = entries.flatMap(entry => (entry.isFile() ? [`${folder}/${entry.name}`] : []));
    return keys
      .filter(key => key > after)
      .toSorted()
      .slice(0, limit);
  }

  async remove(key: string): Promise<void> {
    const disk = await this.#disk();
    await disk.delete(key);
  }

  /** Throws if a key leads out of the folder, which a forged backup could contain. */
  #toPath(key: string): string {
    const path = join(this.#folder, key);
    if (!path.startsWith(this.#folder + sep)) throw new Error(`invalid storage key: ${key}`);
    return path;
  }

  // Before a message names a file, its bytes and all names on its path must survive a power cut.
  async #sync(key: string): Promise<void> {
    const top = dirname(this.#folder);
    for (let path = this.#toPath(key); path !== top; path = dirname(path)) await syncPath(path);
    await syncPath(top);
  }

  // Loaded on first use, so that it does not delay the start.
  async #disk() {
    const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')]);
    return new Disk(new FSDriver({ location: this.#folder, visibility: 'private' }));
  }
}

const MISSING_ERROR_CODES = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function undefinedIfMissing<Value>(found: Promise<Value>): Promise<Value | undefined> {
  try {
    return await found;
  } catch (error) {
    if (MISSING_ERROR_CODES.has(getErrorCode(error))) return undefined;
    throw error;
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

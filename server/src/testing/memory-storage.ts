import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStorage } from '../files/storage/storage.ts';

/** For tests of many steps: the disk syncs each file. */
export class MemoryStorage implements FileStorage {
  readonly files = new Map<string, Uint8Array>();

  async moveFrom(path: string, key: string): Promise<void> {
    this.files.set(key, await readFile(path));
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.files.set(key, bytes);
  }

  async find(key: string) {
    const bytes = this.files.get(key);
    return bytes && { size: bytes.length, modifiedAt: new Date(0) };
  }

  async read(key: string, { start = 0, end = Infinity } = {}): Promise<Readable | undefined> {
    const bytes = this.files.get(key);
    return bytes && Readable.from([bytes.subarray(start, end + 1)]);
  }

  async list(folder: string, { after = '', limit }: { after?: string; limit: number }): Promise<string[]> {
    const keys = [...this.files.keys()].filter(key => posix.dirname(key) === folder && key > after);
    return keys.toSorted().slice(0, limit);
  }

  async remove(key: string): Promise<void> {
    this.files.delete(key);
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import type { ByteReader } from '@snug/media/byte-reader.ts';

const WINDOW_BYTES = 64 * 1024;
const EMPTY = Buffer.alloc(0);

/** Reads parts of a file of any size. Keeps one window in memory, because small parts often follow each other. */
export class FileReader implements ByteReader {
  readonly size: number;
  readonly #file: FileHandle;
  #window: Buffer = EMPTY;
  #windowAt = 0;

  static async open(path: string): Promise<FileReader> {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    return new FileReader(file, size);
  }

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Returns fewer bytes at the end of the file. */
  async read(at: number, length: number): Promise<Buffer> {
    const end = Math.min(at + length, this.size);
    if (at >= end) return EMPTY;
    if (at < this.#windowAt || end > this.#windowAt + this.#window.length) await this.#load(at, end - at);
    return this.#window.subarray(at - this.#windowAt, end - this.#windowAt);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #load(at: number, length: number): Promise<void> {
    const buffer = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, at);
    this.#window = buffer.subarray(0, bytesRead);
    this.#windowAt = at;
  }
}

/** The first bytes of a file: at most `length`. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  const file = await FileReader.open(path);
  try {
    return await file.read(0, length);
  } finally {
    await file.close();
  }
}

/** Reads a file of any size in parts: on the server from the disk, in the page from a `Blob`. */
export interface ByteReader {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. They stay valid, and the caller may not change them. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export interface PixelSize {
  width: number;
  height: number;
}

const WINDOW_BYTES = 64 * 1024;
const FIRST_BYTES = 64;
const NONE = new Uint8Array(0);

/** Reads a part of a file as if it were one. */
export class SectionReader implements ByteReader {
  readonly size: number;
  readonly #file: ByteReader;
  readonly #start: number;

  constructor(file: ByteReader, start: number, bytes: number) {
    this.#file = file;
    this.#start = start;
    this.size = Math.max(0, Math.min(bytes, file.size - start));
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    return this.#file.read(this.#start + at, Math.max(0, Math.min(length, this.size - at)));
  }
}

/** How many bytes to read next in a search, after `searched` ones: few at first, because most searches end near. */
export function growWindow(searched: number): number {
  return Math.min(WINDOW_BYTES, Math.max(FIRST_BYTES, searched));
}

/** Keeps one window in memory, because small parts often follow each other. */
export class WindowReader implements ByteReader {
  readonly size: number;
  readonly #load: ByteReader['read'];
  #window: Uint8Array = NONE;
  #windowAt = 0;

  constructor(size: number, load: ByteReader['read']) {
    this.size = size;
    this.#load = load;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const end = Math.min(at + length, this.size);
    if (at >= end) return NONE;
    if (at < this.#windowAt || end > this.#windowAt + this.#window.length) {
      this.#window = await this.#load(at, Math.max(end - at, WINDOW_BYTES));
      this.#windowAt = at;
    }
    return this.#window.subarray(at - this.#windowAt, end - this.#windowAt);
  }
}

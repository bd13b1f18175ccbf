import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

/** Bounds what a piece can become: deflate packs zeros 1,032 times. */
const PIECE_BYTES = 16 * 1024;

export interface ZipLimits {
  isWanted: (name: string) => boolean;
  /** Of the zip itself. */
  maxZipBytes: number;
  /** Of one unpacked file: a larger one ends one byte later. */
  maxFileBytes: number;
  /** Of all that is unpacked. */
  maxBytes: number;
  maxFiles: number;
}

class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly reason: 'broken' | 'large';

  constructor(reason: 'broken' | 'large') {
    super(`The zip is ${reason}`);
    this.reason = reason;
  }
}

/** The wanted files of a zip. A broken one is empty. Rejects with a `ZipError`, and with the reason of the signal. */
export async function readZip(zip: Blob, limits: ZipLimits, signal?: AbortSignal): Promise<File[]> {
  if (zip.size > limits.maxZipBytes) throw new ZipError('large');
  const reader = new ZipReader(limits);
  for (let at = 0; at < zip.size; at += PIECE_BYTES) {
    const piece = await zip.slice(at, at + PIECE_BYTES).arrayBuffer();
    signal?.throwIfAborted();
    reader.read(new Uint8Array(piece), at + PIECE_BYTES >= zip.size);
  }
  return reader.finish();
}

interface Entry {
  name: string;
  parts: BlobPart[];
  bytes: number;
}

class ZipReader {
  readonly #limits: ZipLimits;
  readonly #unzip: Unzip;
  readonly #entries: Entry[] = [];
  #count = 0;
  #bytes = 0;

  constructor(limits: ZipLimits) {
    this.#limits = limits;
    this.#unzip = new Unzip(file => this.#open(file));
    this.#unzip.register(UnzipInflate);
  }

  read(piece: Uint8Array, isLast: boolean): void {
    try {
      this.#unzip.push(piece, isLast);
    } catch {
      throw new ZipError('broken');
    }
    if (this.#bytes > this.#limits.maxBytes) throw new ZipError('large');
  }

  finish(): File[] {
    if (this.#count === 0) throw new ZipError('broken');
    return this.#entries.map(({ name, parts }) => new File(parts, name));
  }

  #open(file: UnzipFile): void {
    this.#count++;
    const { isWanted, maxFiles } = this.#limits;
    if (!isWanted(file.name) || this.#entries.length >= maxFiles) return;
    const entry: Entry = { name: file.name, parts: [], bytes: 0 };
    this.#entries.push(entry);
    file.ondata = (error, data) => {
      if (error) entry.parts = [];
      else this.#add(entry, data);
    };
    try {
      file.start();
    } catch {
      // Another compression than deflate: the entry stays empty.
    }
  }

  #add(entry: Entry, data: Uint8Array): void {
    this.#bytes += data.length;
    const kept = data.slice(0, Math.max(0, this.#limits.maxFileBytes + 1 - entry.bytes));
    entry.bytes += kept.length;
    if (kept.length > 0) entry.parts.push(kept);
  }
}

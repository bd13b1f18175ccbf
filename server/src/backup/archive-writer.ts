import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { Header } from 'tar/header';
import { BLOCK_BYTES, END_BLOCKS, getPaddingBytes, isEntryPath } from './archive.ts';
import type { Content } from './manifest.ts';
import type { StoredBytes } from './stored-bytes.ts';

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

interface AddOptions {
  onProgress?: (bytes: number) => void;
  signal: AbortSignal;
}

export class ArchiveWriter {
  readonly entries = new Map<string, Content>();
  readonly #file: FileHandle;
  readonly #time: Date;

  constructor(file: FileHandle, time: Date) {
    this.#file = file;
    this.#time = time;
  }

  async add(path: string, bytes: Uint8Array): Promise<void> {
    await this.#write(path, bytes.length, [bytes]);
  }

  /** The source must not change meanwhile. */
  async addFile(path: string, source: string, options: AddOptions): Promise<void> {
    const { size } = await stat(source);
    await this.addStored(path, { size, bytes: createReadStream(source) }, options);
  }

  async addStored(path: string, { size, bytes }: StoredBytes, options: AddOptions): Promise<void> {
    await this.#write(path, size, withProgress(bytes, options));
  }

  async end(): Promise<void> {
    await this.#file.appendFile(END_BLOCKS);
    await this.#file.sync();
  }

  async #write(path: string, size: number, bytes: Bytes): Promise<void> {
    // Checked here and not only at the restore.
    if (size === 0 || !isEntryPath(path)) throw new Error(`${path} does not belong in a backup`);
    await this.#file.appendFile(this.#header(path, size));
    const hash = createHash('sha256');
    let written = 0;
    for await (const chunk of bytes) {
      hash.update(chunk);
      written += chunk.length;
      await this.#file.appendFile(chunk);
    }
    if (written !== size) throw new Error(`${path} changed while it was read`);
    await this.#file.appendFile(Buffer.alloc(getPaddingBytes(size)));
    this.entries.set(path, { size, sha256: hash.digest('hex') });
  }

  #header(path: string, size: number): Buffer {
    const header = new Header({ path, size, mode: 0o600, mtime: this.#time, type: 'File' });
    const block = Buffer.alloc(BLOCK_BYTES);
    header.encode(block);
    return block;
  }
}

async function* withProgress(
  bytes: AsyncIterable<Uint8Array>,
  { onProgress, signal }: AddOptions,
): AsyncIterable<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
    onProgress?.(chunk.length);
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { readRange } from '../../base/read-range.ts';
import type { Archive } from './archive.ts';
import { ArchiveError, quote } from './archive-error.ts';
import { checkSize, readJson } from './read-json.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';

const HEADER = 0x04034b50;
const HEADER_BYTES = 30;
/** Of a header: two lengths of 16 bits each. */
const MAX_HEADER_BYTES = HEADER_BYTES + 2 * 0xffff;
/** Up to these sizes, one read and one call are half as expensive as a stream. */
const MAX_PACKED_AT_ONCE = 8 * 2 ** 20;
const MAX_SIZE_AT_ONCE = 64 * 2 ** 20;
/** Entries of a room lie one after the other. */
const READ_AHEAD_BYTES = 2 ** 20;
const CHUNK_BYTES = 2 ** 16;

/** By its name or by its first bytes, so that the name of a damaged zip brings an error about a zip. */
export async function isZip(path: string): Promise<boolean> {
  if (/\.zip$/i.test(path)) return true;
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1', 0, 2) === 'PK' && (buffer[2] ?? 255) < 8;
  } finally {
    await file.close();
  }
}

/** Throws an `ArchiveError`. */
export async function openZip(path: string): Promise<Archive> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { entries, skipped } = await readZipDirectory(file, size);
    const bytes = new ZipBytes(file, size);

    function find(name: string): ZipEntry {
      const entry = entries.get(name);
      if (!entry) throw new ArchiveError(`The archive has no ${quote(name)}.`);
      return entry;
    }

    async function read(name: string, maxBytes: number): Promise<Buffer> {
      const entry = find(name);
      checkSize(name, entry.size, maxBytes);
      return await readEntry(bytes, file, name, entry);
    }

    return {
      title: basename(resolve(path)),
      entries,
      skipped,
      read,
      readJson: async name => {
        const entry = entries.get(name);
        return entry && (await readJson(name, entry.size, read));
      },
      open: async name => await openEntry(bytes, file, name, find(name)),
      sha256: async () => {
        const hash = createHash('sha256');
        for await (const chunk of createReadStream(path)) hash.update(chunk);
        return hash.digest('hex');
      },
      close: async () => await file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readEntry(bytes: ZipBytes, file: FileHandle, name: string, entry: ZipEntry): Promise<Buffer> {
  const { packedSize, size, start, end } = entry;
  if (packedSize > MAX_PACKED_AT_ONCE || size > MAX_SIZE_AT_ONCE) {
    const chunks: Buffer[] = [];
    for await (const chunk of await openEntry(bytes, file, name, entry)) chunks.push(chunk);
    return Buffer.concat(chunks, size);
  }
  const whole = await bytes.read(start, Math.min(end, start + MAX_HEADER_BYTES + packedSize) - start);
  const from = findData(whole, name, entry) - start;
  const packed = whole.subarray(from, from + packedSize);
  // A copy of a stored entry, because the caller may keep it longer than the piece that was read ahead.
  const data = entry.isDeflated ? inflate(packed, name, size) : Buffer.from(packed);
  if (data.length !== size || crc32(data) !== entry.crc) throw damaged(name);
  return data;
}

function inflate(packed: Buffer, name: string, size: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw damaged(name);
  }
}

async function openEntry(
  bytes: ZipBytes,
  file: FileHandle,
  name: string,
  entry: ZipEntry,
): Promise<Readable> {
  const header = await bytes.read(entry.start, Math.min(entry.end - entry.start, MAX_HEADER_BYTES));
  const from = findData(header, name, entry);
  const check = createCheck(name, entry);
  // Not a stream of the file's number: one that is left early closes the file, also with `autoClose: false`.
  const range = readRange(file, { start: from, end: from + entry.packedSize, chunkBytes: CHUNK_BYTES });
  const packed = Readable.from(range, { objectMode: false });
  return entry.isDeflated
    ? pipeline(packed, createInflateRaw(), check, ignore)
    : pipeline(packed, check, ignore);
}

/** Where the data begins in the file. Throws an `ArchiveError` for a header without its signature, or for data beyond the entry. */
function findData(header: Buffer, name: string, { start, end, packedSize }: ZipEntry): number {
  if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== HEADER) throw damaged(name);
  const from = start + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (from + packedSize > end) throw damaged(name);
  return from;
}

/** Passes the bytes on, and fails if they are more, fewer or others than the directory has. */
function createCheck(name: string, { size, crc }: ZipEntry): Transform {
  let seen = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      sum = crc32(chunk, sum);
      if (seen > size) done(damaged(name));
      else done(null, chunk);
    },
    flush(done) {
      done(seen === size && sum === crc ? null : damaged(name));
    },
    // An error of the inflating stream arrives here.
    destroy(error, done) {
      done(error === null || error instanceof ArchiveError ? error : damaged(name));
    },
  });
}

/** The reader of the last stream gets the error. */
function ignore(): void {}

function damaged(name: string): ArchiveError {
  return new ArchiveError(`${quote(name)} in the zip is damaged: its bytes are not those of the directory.`);
}

class ZipBytes {
  readonly #file: FileHandle;
  readonly #fileSize: number;
  #ahead = Buffer.alloc(0);
  #aheadStart = 0;

  constructor(file: FileHandle, fileSize: number) {
    this.#file = file;
    this.#fileSize = fileSize;
  }

  /** Throws an `ArchiveError` if the file has become shorter. */
  async read(position: number, length: number): Promise<Buffer> {
    const from = position - this.#aheadStart;
    if (from >= 0 && from + length <= this.#ahead.length) return this.#ahead.subarray(from, from + length);
    const size = Math.min(Math.max(length, READ_AHEAD_BYTES), this.#fileSize - position);
    const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(size), 0, size, position);
    if (bytesRead < length) throw new ArchiveError('The zip has become shorter while it was read.');
    this.#ahead = buffer.subarray(0, bytesRead);
    this.#aheadStart = position;
    return this.#ahead.subarray(0, length);
  }
}

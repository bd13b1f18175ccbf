import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { getErrorMessage } from '../../base/error-detail.ts';
import type { SkippedEntry } from './archive.ts';
import { ArchiveError, quote } from './archive-error.ts';
import { MAX_ENTRIES, MAX_RATIO, MIN_RATIO_BYTES } from './archive-limits.ts';
import { cleanEntryName, EntryNames, isSystemFile } from './entry-names.ts';

export interface ZipEntry {
  /** In bytes, unpacked. */
  size: number;
  packedSize: number;
  isDeflated: boolean;
  crc: number;
  /** Where the entry begins in the file, with its header. */
  start: number;
  /** Where the next entry or the directory begins. */
  end: number;
}

export interface ZipDirectory {
  entries: Map<string, ZipEntry>;
  skipped: SkippedEntry[];
}

const ENCRYPTED = 0x1;
const UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
const MADE_BY_UNIX = 3;
const FILE_TYPE_MASK = 0o170000;
const LINK = 0o120000;
const HEADER_BYTES = 30;
const CHUNK_BYTES = 2 ** 20;

/** Reads the directory at the end of a zip, and nothing else. Throws an `ArchiveError` for an unsafe or damaged one. */
export async function readZipDirectory(file: FileHandle, fileSize: number): Promise<ZipDirectory> {
  const reader = new DirectoryReader(file, fileSize);
  try {
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, fileSize, {
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    if (zip.entryCount > MAX_ENTRIES)
      throw new ArchiveError(`The zip has ${zip.entryCount} entries. At most ${MAX_ENTRIES} are possible.`);
    reader.forgetStart();
    const directory: ZipDirectory = { entries: new Map(), skipped: [] };
    const names = new EntryNames(path => directory.entries.has(path));
    for await (const entry of zip.eachEntry()) addEntry(entry, directory, names);
    setEnds(directory.entries, reader.start ?? fileSize);
    return directory;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw describe(error);
  }
}

function describe(error: unknown): ArchiveError {
  const message = getErrorMessage(error);
  if (/end of central directory record signature/i.test(message))
    return new ArchiveError('This is not a zip, or its end is missing. Copy or download it again.');
  if (message.includes('multi-disk'))
    return new ArchiveError('The zip has several parts. Join them to one zip first.');
  if (message.includes('encryption')) return new ArchiveError('The zip is encrypted. Unpack it first.');
  return new ArchiveError(`The directory of the zip is damaged: ${quote(message)}.`);
}

function addEntry(entry: yauzl.Entry, { entries, skipped }: ZipDirectory, names: EntryNames): void {
  const raw = entry.fileNameRaw;
  // macOS writes UTF-8 without the flag for it.
  const flags = isUtf8(raw) ? entry.generalPurposeBitFlag | UTF8 : entry.generalPurposeBitFlag;
  const path = cleanEntryName(yauzl.getFileNameLowLevel(flags, raw, entry.extraFields, true));
  names.add(path);
  if (path.endsWith('/') || path === '') return;
  const reason = findReasonToSkip(entry, path);
  if (reason) {
    skipped.push({ path, reason });
    return;
  }
  const { uncompressedSize: size, compressedSize: packedSize, compressionMethod: method } = entry;
  const name = quote(path);
  if (entry.generalPurposeBitFlag & ENCRYPTED)
    throw new ArchiveError(`The zip is encrypted (${name}). Unpack it first.`);
  if (method !== STORED && method !== DEFLATED)
    throw new ArchiveError(`The zip packs ${name} with the unknown method ${method}. Unpack it first.`);
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(packedSize))
    throw new ArchiveError(`The zip has an impossible size of ${name}.`);
  if (size > MIN_RATIO_BYTES && size > packedSize * MAX_RATIO)
    throw new ArchiveError(`The zip unpacks ${name} to more than ${MAX_RATIO} times its size.`);
  const start = entry.relativeOffsetOfLocalHeader;
  entries.set(path, { size, packedSize, isDeflated: method === DEFLATED, crc: entry.crc32, start, end: 0 });
}

function findReasonToSkip(entry: yauzl.Entry, path: string): SkippedEntry['reason'] | undefined {
  if (isSystemFile(path)) return 'archive.system';
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
  return entry.versionMadeBy >> 8 === MADE_BY_UNIX && type === LINK ? 'archive.link' : undefined;
}

/** Entries that share bytes unpack a small zip to petabytes. */
function setEnds(entries: ReadonlyMap<string, ZipEntry>, directoryStart: number): void {
  const ordered = [...entries.values()].toSorted((a, b) => a.start - b.start);
  for (const [index, entry] of ordered.entries()) {
    entry.end = ordered[index + 1]?.start ?? directoryStart;
    if (entry.start + HEADER_BYTES + entry.packedSize > entry.end)
      throw new ArchiveError('The zip has entries that overlap, or that lie outside of it.');
  }
}

/** Reads in large pieces: the library asks for each entry by itself, in two small reads. */
class DirectoryReader extends yauzl.RandomAccessReader {
  readonly #file: FileHandle;
  readonly #fileSize: number;
  #chunk = Buffer.alloc(0);
  #chunkStart = 0;
  /** The first position that the library has read since `forgetStart`: that of the directory. */
  start: number | undefined;

  constructor(file: FileHandle, fileSize: number) {
    super();
    this.#file = file;
    this.#fileSize = fileSize;
  }

  forgetStart(): void {
    this.start = undefined;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.start ??= position;
    void this.#read(buffer, offset, length, position, callback);
  }

  async #read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): Promise<void> {
    let problem: Error | null = null;
    try {
      await this.#load(position, length);
      const from = position - this.#chunkStart;
      this.#chunk.copy(buffer, offset, from, from + length);
    } catch (error) {
      problem = error instanceof Error ? error : new Error(String(error));
    }
    // Not inside of `try`: an error of the library's next step is not one of this read.
    callback(problem, length);
  }

  async #load(position: number, length: number): Promise<void> {
    const isLoaded =
      position >= this.#chunkStart && position + length <= this.#chunkStart + this.#chunk.length;
    if (isLoaded) return;
    const size = Math.min(Math.max(length, CHUNK_BYTES), this.#fileSize - position);
    if (size < length || position < 0) throw new Error('unexpected end of the file');
    const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(size), 0, size, position);
    this.#chunk = buffer.subarray(0, bytesRead);
    this.#chunkStart = position;
  }

  override _readStreamForRange(): Readable {
    return Readable.from([]);
  }
}

import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import {
  createDescriptor,
  createDirectoryEntry,
  createEnd,
  createLocalHeader,
  type ZipMember,
} from './zip-records.ts';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Pictures, sounds and videos do not shrink. */
  isCompressed: boolean;
}

/** JSON Lines of messages: half the time of level 6, for a third more bytes. */
const OPTIONS = { level: 4, chunkSize: 65_536 };
/** Of the directory. */
const CHUNK_BYTES = 65_536;

const deflateWhole = promisify<Uint8Array, typeof OPTIONS, Buffer>(deflateRaw);

/**
 * A ZIP file, with zip64 where it needs that. It reads only as fast as somebody reads from it, and asks for an entry after the end of the
 * one before. Keeps the names in memory.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  time: Date,
): AsyncGenerator<Uint8Array, void> {
  const members: ZipMember[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const member = createMember(entry, offset);
    for await (const chunk of writeMember(entry, member, time)) {
      offset += chunk.length;
      yield chunk;
    }
    members.push(member);
  }
  const start = offset;
  for (const chunk of joinChunks(createDirectory(members, time))) {
    offset += chunk.length;
    yield chunk;
  }
  yield createEnd({ count: members.length, size: offset - start, offset: start });
}

function createMember({ name, isCompressed }: ZipEntry, offset: number): ZipMember {
  return { name: Buffer.from(name), isCompressed, crc: 0, size: 0, storedSize: 0, offset, isStreamed: false };
}

/** Sets the sizes and the CRC of the member. */
async function* writeMember(
  { content }: ZipEntry,
  member: ZipMember,
  time: Date,
): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    const second = first.done ? first : await chunks.next();
    if (second.done) yield* writeWhole(first.done ? Buffer.alloc(0) : first.value, member, time);
    else if (!first.done) yield* writeStream(prepend([first.value, second.value], chunks), member, time);
  } finally {
    await chunks.return?.();
  }
}

async function* writeWhole(bytes: Uint8Array, member: ZipMember, time: Date): AsyncGenerator<Uint8Array> {
  const stored = member.isCompressed ? await deflateWhole(bytes, OPTIONS) : bytes;
  Object.assign(member, { crc: crc32(bytes), size: bytes.length, storedSize: stored.length });
  yield createLocalHeader(member, time);
  yield stored;
}

async function* writeStream(
  chunks: AsyncIterable<Uint8Array>,
  member: ZipMember,
  time: Date,
): AsyncGenerator<Uint8Array> {
  member.isStreamed = true;
  yield createLocalHeader(member, time);
  const measured = measure(chunks, member);
  for await (const chunk of member.isCompressed ? deflate(measured) : measured) {
    member.storedSize += chunk.length;
    yield chunk;
  }
  yield createDescriptor(member);
}

async function* measure(chunks: AsyncIterable<Uint8Array>, member: ZipMember): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    member.crc = crc32(chunk, member.crc);
    member.size += chunk.length;
    yield chunk;
  }
}

function deflate(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Its reader gets the error.
  return pipeline(Readable.from(chunks), createDeflateRaw(OPTIONS), () => {});
}

async function* prepend(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

function* createDirectory(members: readonly ZipMember[], time: Date): Generator<Buffer> {
  for (const member of members) yield createDirectoryEntry(member, time);
}

function* joinChunks(parts: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    waiting.push(part);
    bytes += part.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

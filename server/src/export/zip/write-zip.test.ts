import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeZip, type ZipEntry } from './write-zip.ts';
import { createDescriptor, createDirectoryEntry, createEnd, type ZipMember } from './zip-records.ts';

const TIME = new Date('2026-01-02T03:04:06Z');

interface Content {
  name: string;
  chunks: readonly Uint8Array[];
  isCompressed: boolean;
}

async function* toEntries(contents: readonly Content[]): AsyncGenerator<ZipEntry> {
  for (const { name, chunks, isCompressed } of contents)
    yield { name, content: Readable.from(chunks), isCompressed };
}

const write = (contents: readonly Content[]) => buffer(Readable.from(writeZip(toEntries(contents), TIME)));

/** Reads by the directory, as most programs do. */
function readBack(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [stored, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + stored);
    const isCompressed = zip.readUInt16LE(at + 10) === 8;
    files.set(
      zip.toString('utf8', at + 46, at + 46 + nameLength),
      isCompressed ? inflateRawSync(bytes) : bytes,
    );
    at += 46 + nameLength + zip.readUInt16LE(at + 30);
  }
  return files;
}

test('a ZIP file has the names and bytes of any entries', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 4 });
  const entry = fc.record({ name: fc.string({ minLength: 1 }), chunks, isCompressed: fc.boolean() });
  const entries = fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(entries, async contents => {
      const expected = contents.map(({ name, chunks }) => [
        Buffer.from(name).toString(),
        Buffer.concat(chunks),
      ]);
      expect([...readBack(await write(contents))]).toEqual(expected);
    }),
  );
});

test('a large entry is written while it is read', async () => {
  const chunks = Array.from({ length: 200 }, () => randomBytes(65_536));
  let read = 0;
  const content = Readable.from(
    (function* () {
      for (const chunk of chunks) {
        read += 1;
        yield chunk;
      }
    })(),
  );
  const zip = writeZip(
    (async function* () {
      yield { name: 'large', content, isCompressed: true };
    })(),
    TIME,
  );
  const parts: Uint8Array[] = [];
  let readAtFirstData: number | undefined;
  for await (const part of zip) {
    if (parts.length === 1) readAtFirstData = read;
    parts.push(part);
  }
  expect(readAtFirstData).toBeLessThan(100);
  expect(readBack(Buffer.concat(parts)).get('large')?.equals(Buffer.concat(chunks))).toBe(true);
});

test('the error of an entry ends the file, and its reader closes what it reads', async () => {
  const broken = async function* () {
    yield Buffer.from('a');
    yield Buffer.from('b');
    throw new Error('The disk is broken');
  };
  const entries = async function* () {
    yield { name: 'a', content: broken(), isCompressed: true };
  };
  await expect(buffer(Readable.from(writeZip(entries(), TIME)))).rejects.toThrow('The disk is broken');
  let isClosed = false;
  const endless = async function* () {
    try {
      for (;;) yield randomBytes(1000);
    } finally {
      isClosed = true;
    }
  };
  const long = async function* () {
    yield { name: 'a', content: endless(), isCompressed: true };
  };
  for await (const part of writeZip(long(), TIME)) if (part.length > 1000) break;
  expect(isClosed).toBe(true);
});

test('sizes, places and counts above 32 bits are in records of 64 bits', () => {
  const member: ZipMember = {
    name: Buffer.from('a'),
    isCompressed: true,
    crc: 1,
    size: 5e9,
    storedSize: 10,
    offset: 6e9,
    isStreamed: true,
  };
  const entry = createDirectoryEntry(member, TIME);
  expect([entry.readUInt32LE(20), entry.readUInt32LE(24), entry.readUInt32LE(42)]).toEqual([
    10, 0xffffffff, 0xffffffff,
  ]);
  const extra = entry.subarray(47);
  expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 16]);
  expect([extra.readBigUInt64LE(4), extra.readBigUInt64LE(12)]).toEqual([5_000_000_000n, 6_000_000_000n]);
  expect(createDescriptor(member)).toHaveLength(24);
  const end = createEnd({ count: 70_000, size: 100, offset: 200 });
  expect([end.readUInt32LE(0), end.readBigUInt64LE(32), end.readUInt32LE(56)]).toEqual([
    0x06064b50,
    70_000n,
    0x07064b50,
  ]);
  expect(end.readBigUInt64LE(64)).toBe(300n);
});

import { crc32, deflateRawSync } from 'node:zlib';

/** One entry, and what is wrong with it. Without other values, its records are right. */
export interface ZipFile {
  name: string | Buffer;
  content?: string | Buffer;
  isStored?: boolean;
  flags?: number;
  method?: number;
  /** Of a file of Unix, with its type: `0o120777` is a link. */
  mode?: number;
  /** In the directory. */
  size?: number;
  packedSize?: number;
  crc?: number;
  start?: number;
  /** Sizes and position of 64 bits. */
  isZip64?: boolean;
  /** Of the header before the data. */
  localExtraBytes?: number;
}

const UTF8 = 0x800;
const UNIX = 3 << 8;
const VERSION = 45;

/** A zip of these entries, in this order. `count` is that of the end record. */
export function makeZip(
  files: readonly ZipFile[],
  { count = files.length }: { count?: number } = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const content = Buffer.from(file.content ?? '');
    const data = file.isStored ? content : deflateRawSync(content);
    const crc = crc32(content);
    const local = makeLocalHeader(file, content.length, data.length, crc);
    directory.push(
      makeDirectoryEntry({ size: content.length, packedSize: data.length, crc, start: at, ...file }),
    );
    parts.push(local, data);
    at += local.length + data.length;
  }
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  const end = files.some(({ isZip64 }) => isZip64)
    ? makeZip64End(count, directorySize, at)
    : makeEnd(count, directorySize, at);
  return Buffer.concat([...parts, ...directory, end]);
}

function makeLocalHeader(file: ZipFile, size: number, packedSize: number, crc: number): Buffer {
  const name = Buffer.from(file.name);
  const header = Buffer.alloc(30 + name.length + (file.localExtraBytes ?? 0));
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(file.flags ?? UTF8, 6);
  header.writeUInt16LE(file.method ?? (file.isStored ? 0 : 8), 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packedSize, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(file.localExtraBytes ?? 0, 28);
  name.copy(header, 30);
  return header;
}

interface DirectoryEntry extends ZipFile {
  size: number;
  packedSize: number;
  crc: number;
  start: number;
}

function makeDirectoryEntry(file: DirectoryEntry): Buffer {
  const name = Buffer.from(file.name);
  const extra = file.isZip64 ? makeZip64Extra(file) : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(UNIX | VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(file.flags ?? UTF8, 8);
  entry.writeUInt16LE(file.method ?? (file.isStored ? 0 : 8), 10);
  entry.writeUInt32LE(file.crc, 16);
  entry.writeUInt32LE(file.isZip64 ? 0xffffffff : file.packedSize, 20);
  entry.writeUInt32LE(file.isZip64 ? 0xffffffff : file.size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38);
  entry.writeUInt32LE(file.isZip64 ? 0xffffffff : file.start, 42);
  return Buffer.concat([entry, name, extra]);
}

function makeZip64Extra({ size, packedSize, start }: DirectoryEntry): Buffer {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  for (const [index, value] of [size, packedSize, start].entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}

function makeEnd(count: number, directorySize: number, directoryStart: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryStart, 16);
  return end;
}

function makeZip64End(count: number, directorySize: number, directoryStart: number): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION, 12);
  end.writeUInt16LE(VERSION, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(directorySize), 40);
  end.writeBigUInt64LE(BigInt(directoryStart), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryStart + directorySize), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator, makeEnd(0xffff, 0xffffffff, 0xffffffff)]);
}

// The records of a ZIP file, as in APPNOTE.TXT of PKWARE, version 6.3.

export interface ZipMember {
  name: Buffer;
  isCompressed: boolean;
  crc: number;
  /** In bytes. */
  size: number;
  storedSize: number;
  /** Of the local header. */
  offset: number;
  /** Sizes and CRC follow the data, because they were unknown before it. */
  isStreamed: boolean;
}

const VERSION = 20;
/** The first that knows sizes above 4 GB. */
const VERSION_64 = 45;
const MADE_BY_UNIX = 3;
const FLAG_STREAMED = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const DEFLATED = 8;
const MODE = 0o100600;
/** Stands for a value in the record of 64 bits. */
const IN_64 = 0xffffffff;
const COUNT_IN_64 = 0xffff;
const TAG_64 = 1;

export function createLocalHeader(member: ZipMember, time: Date): Buffer {
  const header = Buffer.alloc(30);
  const { name, isStreamed } = member;
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeCommon(header, 6, member, time);
  if (!isStreamed) {
    header.writeUInt32LE(member.crc, 14);
    header.writeUInt32LE(member.storedSize, 18);
    header.writeUInt32LE(member.size, 22);
  }
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** After the data of a streamed member. */
export function createDescriptor({ crc, size, storedSize }: ZipMember): Buffer {
  const isLarge = size >= IN_64 || storedSize >= IN_64;
  const record = Buffer.alloc(isLarge ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(crc, 4);
  if (isLarge) {
    record.writeBigUInt64LE(BigInt(storedSize), 8);
    record.writeBigUInt64LE(BigInt(size), 16);
  } else {
    record.writeUInt32LE(storedSize, 8);
    record.writeUInt32LE(size, 12);
  }
  return record;
}

export function createDirectoryEntry(member: ZipMember, time: Date): Buffer {
  const { name, crc, size, storedSize, offset } = member;
  const large = [size, storedSize, offset].filter(value => value >= IN_64);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE((MADE_BY_UNIX << 8) | VERSION_64, 4);
  record.writeUInt16LE(large.length > 0 ? VERSION_64 : VERSION, 6);
  writeCommon(record, 8, member, time);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(Math.min(storedSize, IN_64), 20);
  record.writeUInt32LE(Math.min(size, IN_64), 24);
  record.writeUInt16LE(name.length, 28);
  const extra = createExtra(large);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(MODE * 0x10000, 38);
  record.writeUInt32LE(Math.min(offset, IN_64), 42);
  return Buffer.concat([record, name, extra]);
}

/** The values that the entry has no room for, in the order of the specification. */
function createExtra(large: readonly number[]): Buffer {
  if (large.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * large.length);
  extra.writeUInt16LE(TAG_64, 0);
  extra.writeUInt16LE(8 * large.length, 2);
  large.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index));
  return extra;
}

interface Directory {
  count: number;
  /** In bytes. */
  size: number;
  offset: number;
}

export function createEnd({ count, size, offset }: Directory): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, COUNT_IN_64), 8);
  end.writeUInt16LE(Math.min(count, COUNT_IN_64), 10);
  end.writeUInt32LE(Math.min(size, IN_64), 12);
  end.writeUInt32LE(Math.min(offset, IN_64), 16);
  if (count < COUNT_IN_64 && size < IN_64 && offset < IN_64) return end;
  return Buffer.concat([createEnd64({ count, size, offset }), end]);
}

function createEnd64({ count, size, offset }: Directory): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE((MADE_BY_UNIX << 8) | VERSION_64, 12);
  record.writeUInt16LE(VERSION_64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  // Where it is.
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** From the flags to the date. */
function writeCommon(record: Buffer, at: number, { isCompressed, isStreamed }: ZipMember, time: Date): void {
  record.writeUInt16LE(FLAG_UTF8 | (isStreamed ? FLAG_STREAMED : 0), at);
  record.writeUInt16LE(isCompressed ? DEFLATED : 0, at + 2);
  record.writeUInt16LE(
    (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1),
    at + 4,
  );
  const years = Math.min(Math.max(time.getUTCFullYear() - 1980, 0), 127);
  record.writeUInt16LE((years << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate(), at + 6);
}

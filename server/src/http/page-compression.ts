import { constants, crc32, deflateRawSync } from 'node:zlib';

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff]);
/** The largest stored block (RFC 1951, 3.2.4). */
const MAX_STORED_BYTES = 65_535;

/** Compresses only the frame, so the length of a page reveals nothing about people's texts (BREACH). */
export function createPageCompressor(frame: string): (rest: string) => Buffer {
  const head = Buffer.from(frame);
  const start = Buffer.concat([
    HEADER,
    // A full flush ends at a byte boundary, and nothing after it refers to earlier bytes.
    deflateRawSync(head, { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_FULL_FLUSH }),
  ]);
  const crc = crc32(head);
  return rest => {
    const bytes = Buffer.from(rest);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(bytes, crc), 0);
    end.writeUInt32LE((head.length + bytes.length) % 2 ** 32, 4);
    return Buffer.concat([start, ...storedBlocks(bytes), end]);
  };
}

function* storedBlocks(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; ; from += MAX_STORED_BYTES) {
    const block = bytes.subarray(from, from + MAX_STORED_BYTES);
    const isLast = from + MAX_STORED_BYTES >= bytes.length;
    const header = Buffer.alloc(5);
    header.writeUInt8(isLast ? 1 : 0, 0);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(0xffff - block.length, 3);
    yield header;
    yield block;
    if (isLast) return;
  }
}

const ACCEPTED = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/i,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))\s*(?:[,;]|$)/i,
};

export function acceptsEncoding(
  accepted: string | string[] | undefined,
  encoding: keyof typeof ACCEPTED,
): boolean {
  return ACCEPTED[encoding].test(String(accepted ?? ''));
}

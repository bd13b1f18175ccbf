import { crc32, deflateSync } from 'node:zlib';

// Writes files byte by byte, also invalid ones.

export function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex');
}

function uint32(value: number, littleEndian = false): Buffer {
  const bytes = Buffer.alloc(4);
  if (littleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}

/** A grey PNG of `depth` bits; `pixels` are already compressed. */
export function png(
  width: number,
  height: number,
  pixels: Buffer,
  more: Buffer = Buffer.alloc(0),
  depth = 8,
): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, 0, 0, 0, 0])]);
  const chunks = [chunk('IHDR', header), more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([hex('89504e470d0a1a0a'), ...chunks]);
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

/** A two-colour GIF; `count` frames of one pixel follow `more`. */
export function gif(width: number, height: number, more: Buffer, count: number): Buffer {
  const screen = Buffer.alloc(4);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const frame = hex('2c0000000001000100000202440100');
  const frames = Array.from({ length: count }, () => frame);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    hex('800000000000ffffff'),
    more,
    ...frames,
    hex('3b'),
  ]);
}

export function blocks(words: string): Buffer {
  const bytes = Buffer.from(words);
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) =>
    bytes.subarray(index * 255, index * 255 + 255),
  );
  return Buffer.concat(parts.flatMap(part => [Buffer.from([part.length]), part]));
}

export function segment(marker: number, words: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(words.length + 2, 2);
  return Buffer.concat([head, Buffer.from(words)]);
}

export function riff(form: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from('RIFF'), uint32(body.length + 4, true), Buffer.from(form), body]);
}

export function riffChunk(type: string, words: string): Buffer {
  const data = Buffer.from(words.length % 2 ? `${words} ` : words);
  return Buffer.concat([Buffer.from(type), uint32(data.length, true), data]);
}

export function box(type: string, words: string): Buffer {
  return Buffer.concat([uint32(words.length + 8), Buffer.from(type), Buffer.from(words, 'latin1')]);
}

export function zip(name: string, content: Buffer): Buffer {
  const data = deflateSync(content, { level: 1 }).subarray(2, -4);
  const sizes = Buffer.concat([
    uint32(crc32(content), true),
    uint32(data.length, true),
    uint32(content.length, true),
    Buffer.from([name.length, 0, 0, 0]),
  ]);
  const local = Buffer.concat([hex('504b0304140000000800'), uint32(0), sizes, Buffer.from(name), data]);
  const entry = Buffer.concat([
    hex('504b01021400140000000800'),
    uint32(0),
    sizes,
    Buffer.alloc(10),
    uint32(0),
    Buffer.from(name),
  ]);
  const end = Buffer.concat([
    hex('504b050600000000'),
    hex('01000100'),
    uint32(entry.length, true),
    uint32(local.length, true),
    hex('0000'),
  ]);
  return Buffer.concat([local, entry, end]);
}

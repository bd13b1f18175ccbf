import { expect, test } from 'vitest';
import { FrameScanner, OPCODE } from './frames.ts';

/** A frame of a server. */
function frame(length: number): Buffer {
  const payload = Buffer.alloc(length, 'x');
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = 0x80 | OPCODE.text;
  header[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (header.length === 4) header.writeUInt16BE(length, 2);
  if (header.length === 10) header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

test.each([
  { lengths: [0, 1, 125, 126, 300, 7], sizes: [1, 3, 128, 10_000] },
  { lengths: [65_535, 65_536, 7], sizes: [10_000, 65_536, 200_000] },
])('frames of all sizes are separated, wherever the stream is cut: $lengths', ({ lengths, sizes }) => {
  const stream = Buffer.concat(lengths.map(frame));
  for (const size of sizes) {
    const received: number[] = [];
    const scanner = new FrameScanner((_opcode, payload) => received.push(payload.length));
    for (let at = 0; at < stream.length; at += size) scanner.push(stream.subarray(at, at + size));
    expect(received).toEqual(lengths);
  }
});

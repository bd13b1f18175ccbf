import { crc32 } from 'node:zlib';
import { exifOf } from './exif.ts';

const SIGNATURE_BYTES = 8;
/** The bytes of a chunk beside its data: length, type and checksum. */
const FRAME = 12;

/** What the pixels need: of PNG (third edition), frames of an animation and colours among it. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

/** A PNG of nothing but what its pixels need, and how it is turned. What is cut off stays cut off. */
export function cleanPng(bytes: Buffer, orientation: number): Buffer {
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const exif = exifOf(orientation);
  let at = SIGNATURE_BYTES;
  while (at + FRAME <= bytes.length) {
    const end = at + FRAME + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end));
    if (type === 'IHDR' && exif) kept.push(chunk('eXIf', exif));
    if (type === 'IEND') break;
    at = end;
  }
  return Buffer.concat(kept);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(FRAME + data.length);
  frame.writeUInt32BE(data.length);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

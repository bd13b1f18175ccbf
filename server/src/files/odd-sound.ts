import { findFirstFrame } from './sound-frames.ts';

/** Players look for the first frame behind so much padding or damage. */
const MAX_JUNK_BYTES = 16 * 1024;
/** Behind a tag the file is certainly sound. Its picture can exceed the size that the tag declares. */
const MAX_TAGGED_JUNK_BYTES = 1024 * 1024;
const ID3_HEADER_BYTES = 10;
const MAX_TAGS = 64;
/** Of all searches for repetitions in a file: crafted frames would occupy the event loop for seconds. */
const MAX_COMPARED_BYTES = 512 * 1024;

/**
 * Sound that does not begin as its format prescribes: behind padding, behind the rest of a cut frame, behind a tag with a wrong
 * size, or in a long WAV (EBU Tech 3306, ITU-R BS.2088).
 */
export function detectOddSound(bytes: Buffer): string | undefined {
  const form = bytes.toString('latin1', 0, 4);
  if ((form === 'RF64' || form === 'BW64') && bytes.toString('latin1', 8, 16) === 'WAVEds64')
    return 'audio/wav';
  const tagEnd = findTagEnd(bytes);
  const start = skipZeros(bytes, tagEnd);
  return scanFrames(bytes, start, start + (tagEnd > 0 ? MAX_TAGGED_JUNK_BYTES : MAX_JUNK_BYTES));
}

function scanFrames(bytes: Buffer, from: number, end: number): string | undefined {
  let left = MAX_COMPARED_BYTES;
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at < end; at = bytes.indexOf(0xff, at + 1)) {
    const first = findFirstFrame(bytes, at);
    if (!first) continue;
    const again = findAgain(bytes, at, first.bytes);
    if (again === -1) return first.type;
    left -= again + 1;
    if (left <= 0) return undefined;
  }
  return undefined;
}

/** Bytes that repeat contain their first four again soon, and are no sound. */
function findAgain(bytes: Buffer, at: number, length: number): number {
  return bytes.subarray(at + 1, at + length).indexOf(bytes.subarray(at, at + 4));
}

/** Behind some ID3v2 tags with padding between them. */
function findTagEnd(bytes: Buffer): number {
  let end = 0;
  let at = skipZeros(bytes, 0);
  for (let count = 0; count < MAX_TAGS && bytes.toString('latin1', at, at + 3) === 'ID3'; count++) {
    const size = bytes
      .subarray(at + 6, at + ID3_HEADER_BYTES)
      .reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    end = at + ID3_HEADER_BYTES + size;
    at = skipZeros(bytes, end);
  }
  return Math.min(end, bytes.length);
}

function skipZeros(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] === 0) at++;
  return at;
}

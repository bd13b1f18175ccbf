import type { ByteReader, PixelSize } from './byte-reader.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';

/** Real files have some hundred. Each costs a read. */
const MAX_BOXES = 2_000;
const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
/** Of a `tkhd` box, after its header: the matrix, then width and height. */
const MATRIX_FROM_END = 44;
const SIZE_FROM_END = 8;

/** Its content, without the header, from `start` up to `end`. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** Of MP4 and QuickTime (ISO/IEC 14496-12): the size of the first track with one, after its rotation. */
export async function measureMp4(file: ByteReader): Promise<PixelSize | undefined> {
  const budget = { boxes: MAX_BOXES };
  for await (const movie of listBoxes(file, { start: 0, end: file.size }, budget)) {
    if (movie.type !== 'moov') continue;
    for await (const track of listBoxes(file, movie, budget)) {
      const size = track.type === 'trak' ? await measureTrack(file, track, budget) : undefined;
      if (size) return size;
    }
  }
  return undefined;
}

async function measureTrack(
  file: ByteReader,
  track: Box,
  budget: { boxes: number },
): Promise<PixelSize | undefined> {
  for await (const { type, start, end } of listBoxes(file, track, budget)) {
    if (type !== 'tkhd' || end - start < MATRIX_FROM_END) continue;
    const tail = await file.read(end - MATRIX_FROM_END, MATRIX_FROM_END);
    if (tail.length < MATRIX_FROM_END) return undefined;
    const matrix = viewBytes(tail);
    const [width, height] = [0, 4].map(at =>
      Math.round(matrix.getUint32(tail.length - SIZE_FROM_END + at) / 65_536),
    );
    // Tracks of sound have none.
    if (!width || !height) return undefined;
    // Rotated by 90° or 270°, the first number of the matrix is 0 and the second is not.
    return matrix.getInt32(0) === 0 && matrix.getInt32(4) !== 0
      ? { width: height, height: width }
      : { width, height };
  }
  return undefined;
}

async function* listBoxes(
  file: ByteReader,
  parent: { start: number; end: number },
  budget: { boxes: number },
): AsyncGenerator<Box> {
  for (let at = parent.start; at + HEADER_BYTES <= parent.end && budget.boxes > 0; budget.boxes--) {
    const header = await file.read(at, LONG_HEADER_BYTES);
    if (header.length < HEADER_BYTES) return;
    const { bytes, length } = readSize(header, parent.end - at);
    if (bytes < length) return;
    yield {
      type: decodeLatin1(header.subarray(4, 8)),
      start: at + length,
      end: Math.min(at + bytes, parent.end),
    };
    at += bytes;
  }
}

/** The size of a box, and the length of its header. A size of 0 means that it is the last one. */
function readSize(header: Uint8Array, rest: number): { bytes: number; length: number } {
  const bytes = viewBytes(header).getUint32(0);
  if (bytes === 0) return { bytes: rest, length: HEADER_BYTES };
  if (bytes !== 1) return { bytes, length: HEADER_BYTES };
  const isComplete = header.length === LONG_HEADER_BYTES;
  return { bytes: isComplete ? Number(viewBytes(header).getBigUint64(8)) : 0, length: LONG_HEADER_BYTES };
}

import type { ByteReader } from './byte-reader.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';
import type { Section } from './parts.ts';

const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
const MAX_DEPTH = 16;
/** Of all tracks: five hours with 100 a second. */
const MAX_SAMPLES = 2_000_000;
const NO_TYPE = '\0\0\0\0';

/** A box of ISO/IEC 14496-12 or QuickTime. `at`: its header; its content is from `start` up to `end`. */
export interface Box extends Section {
  at: number;
  type: string;
}

export interface Walk {
  file: ByteReader;
  /** Each box costs a read. */
  boxesLeft: number;
  /** A table of a few bytes can declare millions. */
  samplesLeft?: number;
  /** A list of boxes ended early: because of an impossible size, or of too many boxes. */
  isBroken?: boolean;
}

/** The boxes in a section. The last one of a file may be cut. */
export async function* listBoxes(walk: Walk, parent: Section): AsyncGenerator<Box> {
  const { file } = walk;
  for (let at = parent.start; at + HEADER_BYTES <= parent.end; ) {
    const header = await file.read(at, LONG_HEADER_BYTES);
    const type = decodeLatin1(header.subarray(4, HEADER_BYTES));
    const { bytes, length } = readSize(header, parent.end - at);
    // Zeros may fill the end of a parent.
    if (bytes === 0 || type === NO_TYPE) return;
    const end = at + bytes;
    if (walk.boxesLeft-- <= 0 || bytes < length || (end > parent.end && parent.end < file.size)) {
      walk.isBroken = true;
      return;
    }
    yield { type, at, start: at + length, end: Math.min(end, parent.end) };
    at = end;
  }
}

/** Whether so many more samples are allowed. */
export function spendSamples(walk: Walk, count: number): boolean {
  walk.samplesLeft = (walk.samplesLeft ?? MAX_SAMPLES) - count;
  return walk.samplesLeft >= 0;
}

/** All boxes in a section, also those inside of boxes of these types. */
export async function* listTree(
  walk: Walk,
  parent: Section,
  containers: ReadonlySet<string>,
  depth = 1,
): AsyncGenerator<Box> {
  if (depth > MAX_DEPTH) walk.isBroken = true;
  else
    for await (const box of listBoxes(walk, parent)) {
      yield box;
      if (containers.has(box.type)) yield* listTree(walk, box, containers, depth + 1);
    }
}

/** The size of a box, and the length of its header. A size of 0 means that it is the last one. */
function readSize(header: Uint8Array, rest: number): { bytes: number; length: number } {
  if (header.length < HEADER_BYTES) return { bytes: 0, length: HEADER_BYTES };
  const bytes = viewBytes(header).getUint32(0);
  if (bytes === 0) return { bytes: rest, length: HEADER_BYTES };
  if (bytes !== 1) return { bytes, length: HEADER_BYTES };
  const isComplete = header.length === LONG_HEADER_BYTES;
  return { bytes: isComplete ? Number(viewBytes(header).getBigUint64(8)) : 1, length: LONG_HEADER_BYTES };
}

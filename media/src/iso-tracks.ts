import type { PixelSize } from './byte-reader.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';
import { type Box, listTree, type Walk } from './iso-boxes.ts';

const CONTAINERS = new Set(['mdia', 'minf', 'stbl', 'tref']);
/** Of a `tkhd` box, from its end: the matrix, then width and height. */
const MATRIX_FROM_END = 44;
const SIZE_FROM_END = 8;
/** Codecs of one picture, such as the cover of an album. */
const STILL_CODECS = new Set(['jpeg', 'png ', 'mjpa', 'mjpb', 'gif ', 'tiff']);

export interface Track {
  id: number;
  /** `vide`, `soun`, `meta` and so on; empty if it names none. */
  handler: string;
  /** The format of its first sample description. */
  codec: string;
  samples: number;
  size: PixelSize | undefined;
  /** The tracks that hold its chapters, with a picture for each. */
  chapters: readonly number[];
  boxes: ReadonlyMap<string, Box>;
}

export async function readTrack(walk: Walk, trak: Box): Promise<Track> {
  const boxes = new Map<string, Box>();
  for await (const box of listTree(walk, trak, CONTAINERS))
    if (!boxes.has(box.type)) boxes.set(box.type, box);
  return {
    id: await readId(walk, boxes.get('tkhd')),
    // QuickTime has another one in `minf`, behind that of the track.
    handler: await readType(walk, boxes.get('hdlr'), 8),
    codec: await readType(walk, boxes.get('stsd'), 12),
    samples: await readNumber(walk, boxes.get('stsz') ?? boxes.get('stz2'), 8),
    size: await readSize(walk, boxes.get('tkhd')),
    chapters: await readChapters(walk, boxes.get('chap')),
    boxes,
  };
}

/** Whether its tracks have a moving picture. Covers and pictures of chapters are none. */
export function hasPicture(tracks: readonly Track[]): boolean {
  const chapters = new Set(tracks.flatMap(track => track.chapters));
  return tracks.some(
    ({ id, handler, codec, samples }) =>
      handler === 'vide' && !chapters.has(id) && !(STILL_CODECS.has(codec) && samples === 1),
  );
}

export function hasSound(tracks: readonly Track[]): boolean {
  return tracks.some(({ handler }) => handler === 'soun');
}

async function readId({ file }: Walk, tkhd: Box | undefined): Promise<number> {
  if (!tkhd) return 0;
  const bytes = await file.read(tkhd.start, Math.min(24, tkhd.end - tkhd.start));
  const at = bytes[0] === 1 ? 20 : 12;
  return bytes.length < at + 4 ? 0 : viewBytes(bytes).getUint32(at);
}

async function readType({ file }: Walk, box: Box | undefined, at: number): Promise<string> {
  if (!box || box.end - box.start < at + 4) return '';
  return decodeLatin1(await file.read(box.start + at, 4));
}

async function readNumber({ file }: Walk, box: Box | undefined, at: number): Promise<number> {
  if (!box || box.end - box.start < at + 4) return 0;
  const bytes = await file.read(box.start + at, 4);
  return bytes.length < 4 ? 0 : viewBytes(bytes).getUint32(0);
}

async function readSize({ file }: Walk, tkhd: Box | undefined): Promise<PixelSize | undefined> {
  if (!tkhd || tkhd.end - tkhd.start < MATRIX_FROM_END) return undefined;
  const tail = await file.read(tkhd.end - MATRIX_FROM_END, MATRIX_FROM_END);
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

async function readChapters({ file }: Walk, chap: Box | undefined): Promise<number[]> {
  if (!chap) return [];
  const bytes = await file.read(chap.start, Math.min(64, chap.end - chap.start));
  const view = viewBytes(bytes);
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getUint32(4 * index));
}

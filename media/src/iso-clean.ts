import type { ByteReader } from './byte-reader.ts';
import { decodeLatin1 } from './bytes.ts';
import type { Cleaning, Format } from './format.ts';
import { type Box, listBoxes } from './iso-boxes.ts';
import { cleanTracks, type Movie } from './iso-clean-tracks.ts';
import { type Cleaner, freeBox } from './iso-cleaner.ts';
import { readDefaultSizes } from './iso-fragments.ts';
import { readUint32 } from './iso-samples.ts';
import { readTrack } from './iso-tracks.ts';
import { cleanBox } from './iso-user-data.ts';
import { patchFile, type Section } from './parts.ts';
import { PlaceEraser } from './place-eraser.ts';

/** A film of five hours in fragments of a second. */
const MAX_BOXES = 100_000;
const MAX_CHANGES = 1_000_000;
const MAX_DEPTH = 8;
const MAX_GPS_TABLE_BYTES = 128 * 1024;

/** Files may begin with other boxes than `ftyp`: those of QuickTime, segments, JPEG 2000 and JPEG XL. */
const FIRST = new Set(['ftyp', 'moov', 'wide', 'free', 'skip', 'pnot', 'styp', 'jP  ', 'JXL ']);
/** Text can have these letters, too, and makes a larger number of the four before. */
const MAX_FIRST_BYTES = 0x1000000;
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf']);
/** Pictures and sound, or lists of them and their times. */
const KEPT = new Set(
  'ftyp styp mdat idat wide sidx ssix mfra pdin prft mvhd tkhd mdhd hdlr vmhd smhd nmhd gmhd dinf stbl edts tref mvex mfhd tfhd trun tfdt saio saiz senc sgpd sbgp clip crgn jp2h jp2c jxlc jxlp jxll'.split(
    ' ',
  ),
);
/** Of QuickTime, for the whole header, and of JPEG XL, for metadata. */
const COMPRESSED = new Set(['cmov', 'brob']);
/** At the end of a file of Insta360: a trailer that is no box, with positions. */
const INSTA360 = '8db42d694ccc418790edff439fe026bf';

/** MP4, QuickTime, 3GP, M4A, HEIC, HEIF and AVIF: removes places in place, because other boxes name offsets in the file. */
export const iso: Format = {
  matches(head) {
    const type = decodeLatin1(head.subarray(4, 8));
    return type === 'mdat' || (FIRST.has(type) && readUint32(head, 0) < MAX_FIRST_BYTES);
  },
  clean: file => cleanIso(file, false),
};

async function cleanIso(file: ByteReader, isInner: boolean): Promise<Cleaning> {
  if (await hasTrailer(file)) return 'uncleanable';
  const cleaner: Cleaner = { file, boxesLeft: MAX_BOXES, eraser: new PlaceEraser(file), isInner };
  await cleanFile(cleaner);
  if (cleaner.isBroken || cleaner.eraser.isExhausted || cleaner.eraser.count > MAX_CHANGES)
    return 'uncleanable';
  const parts = patchFile(file.size, cleaner.eraser.patches);
  return parts ? { parts } : 'uncleanable';
}

async function hasTrailer(file: ByteReader): Promise<boolean> {
  const bytes = await file.read(Math.max(0, file.size - INSTA360.length), INSTA360.length);
  return decodeLatin1(bytes) === INSTA360;
}

async function cleanFile(cleaner: Cleaner): Promise<void> {
  const movie: Movie = { tracks: [], fragments: [], defaultSizes: new Map(), data: [] };
  for await (const box of listBoxes(cleaner, { start: 0, end: cleaner.file.size })) {
    // Behind the boxes there is something else.
    if (!/^[\x20-\x7e\xa9]{4}$/.test(box.type)) cleaner.isBroken = true;
    await visit(cleaner, movie, box, 1);
  }
  if (!cleaner.isBroken) await cleanTracks(cleaner, movie);
}

async function visit(cleaner: Cleaner, movie: Movie, box: Box, depth: number): Promise<void> {
  if (box.type === 'trak') movie.tracks.push(await readTrack(cleaner, box));
  else if (box.type === 'moof') movie.fragments.push(box);
  else if (box.type === 'mvex') await readDefaultSizes(cleaner, box, movie.defaultSizes);
  else if (box.type === 'mdat' && depth === 1) movie.data.push(box);
  if (CONTAINERS.has(box.type)) await visitChildren(cleaner, movie, box, depth + 1);
  else if (!KEPT.has(box.type)) await cleanOther(cleaner, box);
}

async function visitChildren(cleaner: Cleaner, movie: Movie, parent: Box, depth: number): Promise<void> {
  if (depth > MAX_DEPTH) cleaner.isBroken = true;
  else for await (const box of listBoxes(cleaner, parent)) await visit(cleaner, movie, box, depth);
}

async function cleanOther(cleaner: Cleaner, box: Box): Promise<void> {
  if (COMPRESSED.has(box.type)) cleaner.isBroken = true;
  else if (box.type === 'mpvd') await cleanInner(cleaner, box);
  else if (box.type === 'gps ') await cleanGpsTable(cleaner, box);
  else await cleanBox(cleaner, box);
}

/** The film of a photo that moves. It has none itself. */
async function cleanInner(cleaner: Cleaner, box: Section): Promise<void> {
  if (cleaner.isInner) cleaner.isBroken = true;
  else if (!(await cleaner.eraser.cleanInner(box, file => cleanIso(file, true)))) cleaner.isBroken = true;
}

/** Dashcams store positions between the samples, in `free` boxes, and list them in this table: offset and size. */
async function cleanGpsTable(cleaner: Cleaner, table: Box): Promise<void> {
  if (table.end - table.start > MAX_GPS_TABLE_BYTES) cleaner.isBroken = true;
  const bytes = Uint8Array.from(
    await cleaner.file.read(table.start, Math.min(table.end - table.start, MAX_GPS_TABLE_BYTES)),
  );
  for (let at = 8; at + 8 <= bytes.length; at += 8) {
    const start = readUint32(bytes, at);
    const head = decodeLatin1(await cleaner.file.read(start + 4, 8));
    if (head === 'freeGPS ')
      cleaner.eraser.zero({ start: start + 8, end: start + readUint32(bytes, at + 4) });
  }
  freeBox(cleaner, table);
}

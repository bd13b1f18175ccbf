import type { ByteReader } from './byte-reader.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';
import { EBML, type Element, readElement, readUnsigned, readVariable } from './ebml.ts';
import type { Cleaning, Format } from './format.ts';
import { patchFile } from './parts.ts';
import { PlaceEraser } from './place-eraser.ts';
import { isCommentName, isPlaceName } from './place-name.ts';

/** A film of five hours with three languages. Each costs a read. */
const MAX_ELEMENTS = 3_000_000;
const MAX_CHANGES = 1_000_000;
const MAX_DEPTH = 12;
const MAX_NAME_BYTES = 1_000;
const VOID = 0xec;
const CRC = 0xbf;
/** With a size of one byte. */
const MAX_SHORT_VOID_BYTES = 128;
const LONG_VOID_HEADER_BYTES = 9;
const MAX_CHILDREN = 100;

/** Ids of Matroska (RFC 9559). */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const CODEC = 0x86;
const CHAPTERS = 0x1043a770;
const ATTACHMENTS = 0x1941a469;
const BLOCK_GROUP = 0xa0;
const SEEK = 0x114d9b74;
const CUES = 0x1c53bb6b;
const MASTERS = new Set([
  SEGMENT,
  CLUSTER,
  TAGS,
  TAG,
  SIMPLE_TAG,
  INFO,
  TRACKS,
  TRACK,
  BLOCK_GROUP,
  CHAPTERS,
  ATTACHMENTS,
  // Of chapters: edition, atom, display. Of attachments: file.
  0x45b9,
  0xb6,
  0x80,
  0x61a7,
]);
/** Ends a cluster of unknown size. */
const LEVEL_1 = new Set([SEEK, INFO, TRACKS, CHAPTERS, CLUSTER, CUES, ATTACHMENTS, TAGS]);
/** Title, name of a track, name of a chapter, name and description of an attachment, value of a tag. */
const SEARCHED = new Set([0x7ba9, 0x536e, 0x85, 0x466e, 0x467e, 0x4487]);
const ATTACHED_BYTES = 0x465c;
const BLOCKS = new Set([0xa3, 0xa1]);
const PICTURE_CODEC = /^S_(?:VOB|HDM|DVB|IMA)/;
/** Subtitles and metadata. */
const TEXT_TYPES = new Set([0x11, 0x21]);
const MAX_TRACK_BYTES = 8;

interface Cleaner {
  file: ByteReader;
  eraser: PlaceEraser;
  elementsLeft: number;
  isBroken?: boolean;
  /** Numbers of tracks with text. */
  textTracks: Set<number>;
}

/** WebM and Matroska: removes places in place, because other elements name offsets in the file. */
export const matroska: Format = {
  matches: head => head.length >= 4 && viewBytes(head).getUint32(0) === EBML,
  async clean(file): Promise<Cleaning> {
    const cleaner: Cleaner = {
      file,
      eraser: new PlaceEraser(file),
      elementsLeft: MAX_ELEMENTS,
      textTracks: new Set(),
    };
    await cleanMaster(cleaner, { id: 0, at: 0, start: 0, end: file.size }, 0);
    if (cleaner.isBroken || cleaner.eraser.isExhausted || cleaner.eraser.count > MAX_CHANGES)
      return 'uncleanable';
    const parts = patchFile(file.size, cleaner.eraser.patches);
    return parts ? { parts } : 'uncleanable';
  },
};

/** Returns where the master element ends. */
async function cleanMaster(cleaner: Cleaner, master: Element, depth: number): Promise<number> {
  const { file, eraser } = cleaner;
  const end = Math.min(master.end ?? file.size, file.size);
  const changes = eraser.count;
  let checksum: Element | undefined;
  let at = master.start;
  while (at < end && !cleaner.isBroken) {
    const element = await readElement(file, at);
    if (element && master.end === undefined && isOutside(master, element)) break;
    if (!element || depth > MAX_DEPTH || cleaner.elementsLeft-- <= 0 || exceeds(element, end, file)) {
      cleaner.isBroken = true;
      break;
    }
    if (element.id === CRC) checksum = element;
    at = await cleanElement(cleaner, element, depth);
  }
  // The content has changed.
  if (checksum && eraser.count > changes) eraseElement(cleaner, checksum);
  return at;
}

/** Whether an element ends a master of unknown size. */
function isOutside(master: Element, { id }: Element): boolean {
  return id === EBML || id === SEGMENT || (master.id !== SEGMENT && LEVEL_1.has(id));
}

/** A recording that was interrupted may end inside of an element. */
function exceeds(element: Element, end: number, file: ByteReader): boolean {
  return (element.end ?? 0) > end && end < file.size;
}

async function cleanElement(cleaner: Cleaner, element: Element, depth: number): Promise<number> {
  const { file, eraser, textTracks } = cleaner;
  const end = Math.min(element.end ?? file.size, file.size);
  if (element.id === SIMPLE_TAG && isRemoved(await readTagName(file, element))) {
    eraseElement(cleaner, element);
    return end;
  }
  if (element.id === TRACK) await noteTrack(cleaner, element);
  const isSkipped = element.id === CLUSTER && element.end !== undefined && textTracks.size === 0;
  if (MASTERS.has(element.id) && !isSkipped) return cleanMaster(cleaner, element, depth + 1);
  if (element.end === undefined) cleaner.isBroken = true;
  else if (SEARCHED.has(element.id)) await eraser.search({ start: element.start, end });
  else if (element.id === ATTACHED_BYTES) await eraser.searchAttachment({ start: element.start, end });
  else if (BLOCKS.has(element.id) && textTracks.size > 0) await cleanBlock(cleaner, element.start, end);
  return end;
}

function isRemoved(name: string): boolean {
  return isPlaceName(name) || isCommentName(name);
}

async function readTagName(file: ByteReader, tag: Element): Promise<string> {
  const name = await findChild(file, tag, TAG_NAME);
  if (name?.end === undefined) return '';
  return decodeLatin1(await file.read(name.start, Math.min(name.end - name.start, MAX_NAME_BYTES)));
}

async function findChild(file: ByteReader, parent: Element, id: number): Promise<Element | undefined> {
  const end = Math.min(parent.end ?? 0, file.size);
  for (let at = parent.start, left = MAX_CHILDREN; at < end && left > 0; left--) {
    const child = await readElement(file, at);
    if (!child || child.id === id) return child;
    at = child.end ?? end;
  }
  return undefined;
}

async function noteTrack({ file, textTracks }: Cleaner, track: Element): Promise<void> {
  const type = await findChild(file, track, TRACK_TYPE);
  const number = await findChild(file, track, TRACK_NUMBER);
  const codec = await findChild(file, track, CODEC);
  // Subtitles that are pictures have no text.
  const isText = !codec || !PICTURE_CODEC.test(decodeLatin1(await file.read(codec.start, 5)));
  if (type && number && isText && TEXT_TYPES.has(await readUnsigned(file, type)))
    textTracks.add(await readUnsigned(file, number));
}

/** The number of its track, two bytes of time and one of flags precede the content. */
async function cleanBlock({ file, eraser, textTracks }: Cleaner, start: number, end: number): Promise<void> {
  const track = readVariable(await file.read(start, Math.min(MAX_TRACK_BYTES, end - start)));
  if (track && textTracks.has(track.value)) await eraser.search({ start: start + track.length + 3, end });
}

/** Replaces an element by one of the same size that has no meaning. */
function eraseElement({ file, eraser }: Cleaner, { at, end = at }: Element): void {
  const size = Math.min(end, file.size) - at;
  if (size < 2) return;
  const header = new Uint8Array(size <= MAX_SHORT_VOID_BYTES ? 2 : LONG_VOID_HEADER_BYTES);
  header[0] = VOID;
  const content = size - header.length;
  if (header.length === 2) header[1] = 0x80 | content;
  else {
    header[1] = 1;
    viewBytes(header).setUint32(2, Math.floor(content / 2 ** 24));
    viewBytes(header).setUint32(5, content % 2 ** 32);
  }
  eraser.replace(at, header);
  eraser.zero({ start: at + header.length, end: at + size });
}

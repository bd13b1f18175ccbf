import { type ByteReader, growWindow } from './byte-reader.ts';
import { concatBytes, encodeLatin1, startsWith, viewBytes } from './bytes.ts';
import { createExif, readOrientation } from './exif.ts';
import type { Cleaning, Format } from './format.ts';
import { addSection, MAX_SEGMENTS, type Part, type Section } from './parts.ts';

const END = 0xd9;
const SCAN = 0xda;
const TEMPORARY = 0x01;
const LINES = 0xdc;
const LINES_BYTES = 6;
const HEADER_BYTES = 4;
const NAME_BYTES = 16;
const EXIF_NAME = 'Exif\0\0';

/**
 * Keeps what draws the pixels of a JPEG (ITU-T T.81): tables, frames and scans, the colour profile and the orientation. Also
 * drops all data after the end of the picture, such as a film or a second picture with its own metadata.
 */
export const jpeg: Format = {
  matches: head => startsWith(head, '\xff\xd8\xff'),
  clean: file => new JpegCleaner(file).clean(),
};

/** The data of the segments that are no pixels. Undefined if the file is no JPEG. */
export async function listJpegMetadata(file: ByteReader): Promise<Section[] | undefined> {
  const cleaner = new JpegCleaner(file);
  return (await cleaner.clean()) === 'unreadable' ? undefined : cleaner.metadata;
}

interface Segment {
  marker: number;
  /** Of its marker, up to the end of its data. */
  start: number;
  end: number;
}

class JpegCleaner {
  readonly #file: ByteReader;
  readonly #parts: Part[] = [];
  readonly metadata: Section[] = [];
  #orientation: number | undefined;
  #hasFrame = false;
  #hasScan = false;
  #isRepaired = false;

  constructor(file: ByteReader) {
    this.#file = file;
  }

  async clean(): Promise<Cleaning> {
    let at: number | undefined = 2;
    for (let segments = 0; at !== undefined; segments++) {
      if (segments > MAX_SEGMENTS) return 'unreadable';
      at = await this.#takeSegment(at);
    }
    if (!this.#hasFrame || !this.#hasScan) return 'unreadable';
    const parts = [{ start: 0, end: 2 }, ...createExifSegment(this.#orientation ?? 1), ...this.#parts];
    return { parts, isRepaired: this.#isRepaired };
  }

  /** Returns where the next segment begins; undefined at the end of the picture. */
  async #takeSegment(at: number): Promise<number | undefined> {
    const start = await findMarker(this.#file, at, isMarker);
    if (start === undefined) return undefined;
    const header = await this.#file.read(start, HEADER_BYTES);
    const marker = header[1] ?? 0;
    this.#isRepaired ||= start > at;
    if (marker === END) {
      addSection(this.#parts, start, start + 2);
      return undefined;
    }
    if (isStandalone(marker)) return start + 2;
    const end =
      header.length === HEADER_BYTES ? start + 2 + Math.max(2, viewBytes(header).getUint16(2)) : Infinity;
    if (!isKnown(marker) || end > this.#file.size) {
      this.#isRepaired = true;
      return undefined;
    }
    await this.#addSegment({ marker, start, end });
    return marker === SCAN ? this.#addScan(end) : end;
  }

  async #addScan(start: number): Promise<number> {
    const end = (await findMarker(this.#file, start, endsScan)) ?? this.#file.size;
    addSection(this.#parts, start, end);
    this.#hasScan ||= end > start;
    return end;
  }

  async #addSegment({ marker, start, end }: Segment): Promise<void> {
    const data = await this.#file.read(
      start + HEADER_BYTES,
      Math.min(NAME_BYTES, end - start - HEADER_BYTES),
    );
    const isProfile = marker === 0xe2 && startsWith(data, 'ICC_PROFILE\0');
    const isAdobe = marker === 0xee && startsWith(data, 'Adobe');
    this.#hasFrame ||= isFrame(marker);
    // Decoders skip a number of lines of another length.
    const isSkipped = marker === LINES && end - start !== LINES_BYTES;
    if ((isPixelData(marker) && !isSkipped) || isProfile || isAdobe) addSection(this.#parts, start, end);
    else if (marker !== 0xe0) this.metadata.push({ start: start + HEADER_BYTES, end });
    // A thumbnail can follow the density, and may show parts that were cropped.
    if (marker === 0xe0 && startsWith(data, 'JFIF\0') && data.length >= 14)
      this.#parts.push(Uint8Array.of(0xff, 0xe0, 0, 16, ...data.subarray(0, 12), 0, 0));
    else if (marker === 0xe1 && startsWith(data, EXIF_NAME)) await this.#readExif(start + HEADER_BYTES, end);
  }

  async #readExif(start: number, end: number): Promise<void> {
    const exif = await this.#file.read(start + EXIF_NAME.length, end - start - EXIF_NAME.length);
    this.#orientation ??= readOrientation(exif);
  }
}

function createExifSegment(orientation: number): Uint8Array[] {
  const exif = createExif(orientation);
  if (!exif) return [];
  const data = concatBytes(encodeLatin1(EXIF_NAME), exif);
  return [Uint8Array.of(0xff, 0xe1, 0, data.length + 2), data];
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xcc;
}

function isPixelData(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdd);
}

/** Decoders stop at any other one. */
function isKnown(marker: number): boolean {
  return isPixelData(marker) || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** Without a length and data. */
function isStandalone(marker: number): boolean {
  return isRestart(marker) || marker === TEMPORARY;
}

/** Decoders skip everything up to the next marker: stray bytes, and any number of fill bytes (0xff) in front of it. */
function isMarker(marker: number): boolean {
  return marker !== 0 && marker !== 0xff;
}

/** Pixel data contain restarts, and decoders skip markers that are none. */
function endsScan(marker: number): boolean {
  return marker >= 0xc0 && marker !== 0xff && !isRestart(marker);
}

/** The position of the first byte 0xff, from `from` on, before one that `matches`. */
async function findMarker(
  file: ByteReader,
  from: number,
  matches: (marker: number) => boolean,
): Promise<number | undefined> {
  for (let at = from; at + 1 < file.size; ) {
    // Most often it is here.
    const bytes = await file.read(at, at === from ? 2 : growWindow(at - from));
    const found = findInWindow(bytes, matches);
    if (found !== -1) return at + found;
    // The last byte may be the first one of a marker.
    at += bytes.length - 1;
  }
  return undefined;
}

function findInWindow(bytes: Uint8Array, matches: (marker: number) => boolean): number {
  for (let at = bytes.indexOf(0xff); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    if (matches(bytes[at + 1] ?? 0)) return at;
  }
  return -1;
}

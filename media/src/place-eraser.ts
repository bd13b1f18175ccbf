import type { ByteReader } from './byte-reader.ts';
import { toByteText } from './byte-text.ts';
import { Extents } from './extents.ts';
import type { Cleaning } from './format.ts';
import { getPartLength, type Patch, type Section } from './parts.ts';
import { findPositions } from './positions.ts';
import { tiff } from './tiff.ts';
import { listXmpPlaces } from './xmp.ts';

const MAX_XMP_BYTES = 512 * 1024;
/** Larger boxes that nobody knows are pictures or sound. */
const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
/** Of the shortest forms. */
const MIN_POSITION_BYTES = 8;
const SEARCHED_BYTES = 256 * 1024;
/** More than a position has. */
const OVERLAP_BYTES = 1_024;
const EXIF_MARKER = 'Exif\0\0';
/** In front of TIFF: the offset of it, and often `Exif\0\0`. */
const MAX_EXIF_HEADER_BYTES = 64;
const TIFF_HEADER = /II\*\0|MM\0\*/;
const XMP_START = /<x:x[ma]pmeta[\s>]/;
const XMP_END = '</x:xmpmeta>';
const SPACE = 32;

/** Collects changes in place that remove places from data of several kinds. */
export class PlaceEraser {
  readonly file: ByteReader;
  readonly #patches = new Map<string, Patch>();
  /** A small file can name the same bytes any number of times. */
  #bytesLeft: number;

  constructor(file: ByteReader) {
    this.file = file;
    this.#bytesLeft = 2 * file.size + MAX_XMP_BYTES;
  }

  /** Whether more was examined than a file can need. */
  get isExhausted(): boolean {
    return this.#bytesLeft < 0;
  }

  spend(bytes: number): boolean {
    this.#bytesLeft -= bytes;
    return !this.isExhausted;
  }

  get patches(): readonly Patch[] {
    return [...this.#patches.values()];
  }

  get count(): number {
    return this.#patches.size;
  }

  replace(at: number, bytes: Uint8Array): void {
    // The same data can have two owners.
    if (bytes.length > 0) this.#patches.set(`${at} ${bytes.length}`, { at, bytes });
  }

  zero({ start, end }: Section): void {
    const zeros = Math.min(end, this.file.size) - start;
    if (zeros > 0) this.#patches.set(`${start} ${zeros}`, { at: start, zeros });
  }

  blank({ start, end }: Section): void {
    this.replace(start, new Uint8Array(end - start).fill(SPACE));
  }

  async cleanXmp(sections: readonly Section[]): Promise<void> {
    const data = new Extents(this.file, sections);
    if (data.size > MAX_XMP_BYTES || !this.spend(data.size)) return this.#zeroAll(sections);
    const places = listXmpPlaces(await data.read(0, data.size));
    for (const place of places) for (const section of data.locate(place)) this.blank(section);
  }

  /** The place in EXIF data; all of the data if it cannot be read. */
  async cleanExif(sections: readonly Section[]): Promise<void> {
    const data = new Extents(this.file, sections);
    const head = toByteText(await data.read(0, MAX_EXIF_HEADER_BYTES));
    const start = TIFF_HEADER.exec(head)?.index ?? data.size;
    const body = new Extents(this.file, data.locate({ start, end: data.size }));
    if (body.size === 0 || !this.spend(body.size) || !this.#adopt(body, await tiff.clean(body)))
      this.#zeroAll(sections);
  }

  /** A file in a section. Returns whether it could be cleaned. */
  async cleanInner(section: Section, clean: (file: ByteReader) => Promise<Cleaning>): Promise<boolean> {
    const inner = new Extents(this.file, [section]);
    return this.#adopt(inner, await clean(inner));
  }

  #adopt(data: Extents, cleaning: Cleaning): boolean {
    if (typeof cleaning === 'string') return false;
    let at = 0;
    for (const part of cleaning.parts) {
      const end = at + getPartLength(part);
      if ('zeros' in part) for (const section of data.locate({ start: at, end })) this.zero(section);
      else if (!('end' in part)) this.#write(data, at, part);
      at = end;
    }
    return true;
  }

  /** Positions in text, and EXIF, somewhere in data of an unknown form. */
  async search(...sections: readonly Section[]): Promise<void> {
    const data = new Extents(this.file, sections);
    const isPossible = data.size >= MIN_POSITION_BYTES && data.size <= MAX_SEARCHED_BYTES;
    if (!isPossible || !this.spend(data.size)) return;
    let cleared = 0;
    for (let at = 0; at < data.size; at += SEARCHED_BYTES - OVERLAP_BYTES) {
      const text = toByteText(await data.read(at, Math.min(SEARCHED_BYTES, data.size - at)));
      const exif = text.indexOf(EXIF_MARKER);
      for (const { start, end } of findPositions(exif === -1 ? text : text.slice(0, exif))) {
        const range = { start: Math.max(cleared, at + start), end: at + end };
        for (const section of data.locate(range)) this.blank(section);
        cleared = Math.max(cleared, range.end);
      }
      if (exif !== -1) return this.cleanExif(data.locate({ start: at + exif, end: data.size }));
    }
  }

  /** A file in another file: text, or a picture with EXIF and XMP. */
  async searchAttachment(section: Section): Promise<void> {
    const head = await this.file.read(section.start, Math.min(SEARCHED_BYTES, section.end - section.start));
    const text = toByteText(head);
    if (isText(head)) return this.search(section);
    const xmp = XMP_START.exec(text)?.index ?? -1;
    const xmpEnd = text.indexOf(XMP_END, xmp);
    if (xmp !== -1 && xmpEnd !== -1)
      await this.cleanXmp([{ start: section.start + xmp, end: section.start + xmpEnd + XMP_END.length }]);
    await this.searchExif({ start: section.start, end: xmp === -1 ? section.end : section.start + xmp });
  }

  /** EXIF of a picture in another file. */
  async searchExif({ start, end }: Section): Promise<void> {
    const text = toByteText(await this.file.read(start, Math.min(SEARCHED_BYTES, end - start)));
    const exif = text.indexOf(EXIF_MARKER);
    if (exif !== -1) await this.cleanExif([{ start: start + exif, end }]);
  }

  #write(data: Extents, at: number, bytes: Uint8Array): void {
    let written = 0;
    for (const { start, end } of data.locate({ start: at, end: at + bytes.length })) {
      this.replace(start, bytes.subarray(written, written + end - start));
      written += end - start;
    }
  }

  #zeroAll(sections: readonly Section[]): void {
    for (const section of sections) this.zero(section);
  }
}

/** Whether it begins as text does, in any script. */
function isText(head: Uint8Array): boolean {
  return head.subarray(0, MAX_EXIF_HEADER_BYTES).every(byte => byte > 31 || (byte > 8 && byte < 14));
}

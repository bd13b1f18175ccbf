import { toByteText } from './byte-text.ts';
import { viewBytes } from './bytes.ts';
import { type Box, listBoxes } from './iso-boxes.ts';
import type { Cleaner } from './iso-cleaner.ts';
import { readUint32 } from './iso-samples.ts';
import type { Section } from './parts.ts';

/** A picture of 100 megapixels in tiles has some thousand items. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024;
const IN_FILE = 0;
const IN_BOX = 1;

interface Item {
  id: number;
  type: string;
  /** Of the type `mime`. */
  contentType: string;
  isEncoded: boolean;
}

/** Of HEIC, HEIF and AVIF: removes places from the items that hold EXIF, XMP or text. `boxes`: those of a `meta` box. */
export async function cleanItems(cleaner: Cleaner, boxes: readonly Box[]): Promise<void> {
  const find = (name: string) => boxes.find(({ type }) => type === name);
  const information = find('iinf');
  const location = find('iloc');
  if (!information || !location) return;
  if (Math.max(information.end - information.start, location.end - location.start) > MAX_TABLE_BYTES) {
    cleaner.isBroken = true;
    return;
  }
  const items = (await readItems(cleaner, information)).filter(isMetadata);
  if (items.length === 0) return;
  const bytes = await cleaner.file.read(location.start, location.end - location.start);
  const places = readLocations(Uint8Array.from(bytes), find('idat'));
  for (const item of items) {
    const sections = places?.get(item.id);
    if (!sections || sections.some(({ end }) => end > cleaner.file.size)) cleaner.isBroken = true;
    else await cleanItem(cleaner, item, sections);
  }
}

function isMetadata({ type, contentType }: Item): boolean {
  return type === 'Exif' || type === 'mime' || contentType !== '';
}

async function cleanItem({ eraser }: Cleaner, item: Item, sections: readonly Section[]): Promise<void> {
  const isXml = /xml|rdf/i.test(item.contentType);
  if (item.type === 'Exif') await eraser.cleanExif(sections);
  else if (isXml && !item.isEncoded) await eraser.cleanXmp(sections);
  else if (isXml) for (const section of sections) eraser.zero(section);
  else await eraser.search(...sections);
}

async function readItems(cleaner: Cleaner, information: Box): Promise<Item[]> {
  const items: Item[] = [];
  const { start, end } = information;
  const version = (await cleaner.file.read(start, 1))[0];
  const entries = { start: start + (version === 0 ? 6 : 8), end };
  for await (const entry of listBoxes(cleaner, entries))
    if (entry.type === 'infe')
      items.push(readItem(Uint8Array.from(await cleaner.file.read(entry.start, entry.end - entry.start))));
  return items;
}

function readItem(bytes: Uint8Array): Item {
  const version = bytes[0] ?? 0;
  const isLong = version === 3;
  const id = isLong ? readUint32(bytes, 4) : readUint16(bytes, 4);
  // Behind the id and the protection.
  const at = isLong ? 10 : 8;
  const text = toByteText(bytes.subarray(at));
  const type = version < 2 ? '' : text.slice(0, 4);
  const [, contentType = '', encoding = ''] = text.slice(type.length).split('\0');
  const isProtected = readUint16(bytes, at - 2) !== 0;
  const isMime = type === '' || type === 'mime';
  return {
    id,
    type,
    contentType: isMime ? contentType : '',
    isEncoded: isProtected || (isMime && encoding !== ''),
  };
}

/** The sections of each item. Those that belong to another file or item are missing. */
function readLocations(bytes: Uint8Array, box: Box | undefined): Map<number, Section[]> | undefined {
  const reader = new LocationReader(bytes);
  const version = reader.take(1);
  reader.take(3);
  const [offsetBytes, lengthBytes] = reader.takePair();
  const [baseBytes, indexBytes] = reader.takePair();
  const idBytes = version < 2 ? 2 : 4;
  const found = new Map<number, Section[]>();
  for (let left = reader.take(idBytes); left > 0 && !reader.isAtEnd; left--) {
    const id = reader.take(idBytes);
    const method = version === 0 ? IN_FILE : reader.take(2) & 15;
    const isElsewhere = reader.take(2) !== 0;
    const base = reader.take(baseBytes);
    const origin = method === IN_BOX ? (box?.start ?? Number.NaN) : 0;
    const sections: Section[] = [];
    for (let extents = reader.take(2); extents > 0 && !reader.isAtEnd; extents--) {
      if (version > 0) reader.take(indexBytes);
      const start = origin + base + reader.take(offsetBytes);
      sections.push({ start, end: start + reader.take(lengthBytes) });
    }
    if (!isElsewhere && method <= IN_BOX && sections.every(({ start, end }) => end > start))
      found.set(id, sections);
  }
  return reader.isBroken ? undefined : found;
}

class LocationReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  isBroken = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** A number of so many bytes. */
  take(length: number): number {
    if (this.#at + length > this.#bytes.length) this.isBroken = true;
    let value = 0;
    for (const byte of this.#bytes.subarray(this.#at, this.#at + length)) value = value * 256 + byte;
    this.#at += length;
    return value;
  }

  takePair(): [number, number] {
    const byte = this.take(1);
    return [byte >> 4, byte & 15];
  }
}

function readUint16(bytes: Uint8Array, at: number): number {
  return at + 2 > bytes.length ? 0 : viewBytes(bytes).getUint16(at);
}

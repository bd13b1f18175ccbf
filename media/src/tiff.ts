import type { ByteReader } from './byte-reader.ts';
import { decodeLatin1, startsWith, viewBytes } from './bytes.ts';
import type { Cleaning, Format } from './format.ts';
import { type Patch, patchFile } from './parts.ts';
import { readDirectory, readHeader, type TiffDirectory, type TiffEntry } from './tiff-directory.ts';
import { listPreviewPatches, listPreviews } from './tiff-preview.ts';

/** TIFF with its kinds for raw photos: DNG and those of most cameras. The last two are those of Panasonic and Olympus. */
const SIGNATURES = ['II*\0', 'MM\0*', 'IIU\0', 'IIRO', 'IIRS', 'MMOR'];
/** Sizes and offsets of 64 bits. */
const BIG_SIGNATURES = ['II+\0', 'MM\0+'];

const MAX_DIRECTORIES = 100;
/** Of texts and lists of directories. Real files need a few. */
const MAX_READS = 1_000;
const MAX_PATCHES = 100_000;
const EXAMINED_TEXT_BYTES = 32;

const SUB_DIRECTORIES = 0x14a;
const EXIF = 0x8769;
const INTEROPERABILITY = 0xa005;
const CHILDREN = new Set([SUB_DIRECTORIES, EXIF, INTEROPERABILITY]);

const PLACE = 0x8825;
const DESCRIPTION = 0x10e;
/** XMP, IPTC, resources of Photoshop (with both), the comment of a person, and five texts of Windows. */
const REMOVED = new Set([0x2bc, 0x83bb, 0x8649, 0x9286, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f]);
/** Microscopes and scanners describe here how to read the pixels. */
const STRUCTURED_TEXT = /^(?:[<{[]|ImageJ=|Aperio)/;

/** Removes the place, XMP and comments in place: programs find the pixels by offsets. */
export const tiff: Format = {
  matches: head => [...SIGNATURES, ...BIG_SIGNATURES].some(signature => startsWith(head, signature)),
  clean: async file => {
    const header = readHeader(await file.read(0, 8));
    if (BIG_SIGNATURES.some(signature => startsWith(header.bytes, signature))) return 'uncleanable';
    return new TiffCleaner(file, header.isLittle).clean(header.first);
  },
};

class TiffCleaner {
  readonly #file: ByteReader;
  readonly #isLittle: boolean;
  readonly #patches: Patch[] = [];
  readonly #seen = new Set<number>();
  readonly #waiting: { at: number; isPlace: boolean }[] = [];
  #readsLeft = MAX_READS;
  /** Previews do not overlap. */
  #previewBytesLeft: number;

  constructor(file: ByteReader, isLittle: boolean) {
    this.#file = file;
    this.#isLittle = isLittle;
    this.#previewBytesLeft = file.size;
  }

  async clean(first: number): Promise<Cleaning> {
    this.#waiting.push({ at: first, isPlace: false });
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      if (next.at === 0 || this.#seen.has(next.at)) continue;
      const directory = await readDirectory(this.#file, next.at, this.#isLittle);
      if (!directory) return this.#seen.size === 0 ? 'unreadable' : 'uncleanable';
      this.#seen.add(next.at);
      if (next.isPlace) this.#erase(directory);
      else await this.#clean(directory);
      if (this.#isTooLarge()) return 'uncleanable';
    }
    if (this.#seen.size === 0) return 'unreadable';
    const parts = patchFile(this.#file.size, this.#patches);
    return parts ? { parts } : 'uncleanable';
  }

  #isTooLarge(): boolean {
    const isOverRead = this.#readsLeft < 0 || this.#previewBytesLeft < 0;
    return isOverRead || this.#seen.size > MAX_DIRECTORIES || this.#patches.length > MAX_PATCHES;
  }

  /** Removes the entries of a directory, and takes up its children. */
  async #clean(directory: TiffDirectory): Promise<void> {
    const kept: TiffEntry[] = [];
    for (const entry of directory.entries) {
      if (this.#readsLeft < 0) return;
      if (entry.tag === PLACE) this.#waiting.push({ at: entry.value, isPlace: true });
      else if (REMOVED.has(entry.tag) || (await this.#isComment(entry))) this.#eraseValue(entry);
      else kept.push(entry);
      if (CHILDREN.has(entry.tag)) await this.#addChildren(entry);
    }
    this.#waiting.push({ at: directory.next, isPlace: false });
    await this.#cleanPreviews(directory);
    if (kept.length < directory.entries.length)
      this.#patches.push({ at: directory.at, bytes: directory.encode(kept) });
  }

  async #cleanPreviews({ entries }: TiffDirectory): Promise<void> {
    for (const preview of listPreviews(entries)) {
      this.#previewBytesLeft -= preview.bytes;
      if (this.#previewBytesLeft < 0) return;
      for (const patch of await listPreviewPatches(this.#file, preview)) this.#patches.push(patch);
    }
  }

  async #addChildren({ dataAt, dataBytes, value }: TiffEntry): Promise<void> {
    for (const at of dataAt === undefined ? [value] : await this.#readOffsets(dataAt, dataBytes))
      this.#waiting.push({ at, isPlace: false });
  }

  async #readOffsets(at: number, bytes: number): Promise<number[]> {
    this.#readsLeft--;
    const data = await this.#file.read(at, Math.min(bytes, 4 * MAX_DIRECTORIES));
    const view = viewBytes(data);
    return Array.from({ length: Math.floor(data.length / 4) }, (_, index) =>
      view.getUint32(4 * index, this.#isLittle),
    );
  }

  async #isComment({ tag, dataAt, dataBytes }: TiffEntry): Promise<boolean> {
    if (tag !== DESCRIPTION || dataAt === undefined) return tag === DESCRIPTION;
    this.#readsLeft--;
    const text = await this.#file.read(dataAt, Math.min(dataBytes, EXAMINED_TEXT_BYTES));
    return !STRUCTURED_TEXT.test(decodeLatin1(text));
  }

  #erase({ at, entries, bytes }: TiffDirectory): void {
    for (const entry of entries) this.#eraseValue(entry);
    this.#patches.push({ at, zeros: bytes });
  }

  #eraseValue({ dataAt, dataBytes }: TiffEntry): void {
    const bytes = Math.min(dataBytes, this.#file.size - (dataAt ?? 0));
    if (dataAt !== undefined && bytes > 0) this.#patches.push({ at: dataAt, zeros: bytes });
  }
}

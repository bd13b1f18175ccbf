import { type ByteReader, SectionReader } from './byte-reader.ts';
import { listJpegMetadata } from './jpeg.ts';
import type { Patch } from './parts.ts';
import type { TiffEntry } from './tiff-directory.ts';

const COMPRESSION = 0x103;
/** Two tags of the standard, and one of raw photos. */
const JPEG_COMPRESSIONS = new Set([6, 7, 34_892]);
/** The offset of a JPEG file, and its size. */
const JPEG_TAGS = [0x201, 0x202] as const;
const STRIP_TAGS = [0x111, 0x117] as const;

/** A whole JPEG file in a directory: cameras store previews as such. */
export interface Preview {
  start: number;
  bytes: number;
}

export function listPreviews(entries: readonly TiffEntry[]): Preview[] {
  const find = (tag: number) =>
    entries.find(entry => entry.tag === tag && entry.dataAt === undefined)?.value ?? 0;
  const tags = JPEG_COMPRESSIONS.has(find(COMPRESSION)) ? [JPEG_TAGS, STRIP_TAGS] : [JPEG_TAGS];
  return tags
    .map(([offset, size]) => ({ start: find(offset), bytes: find(size) }))
    .filter(({ start, bytes }) => start > 0 && bytes > 0);
}

/** Zeros for its metadata. Its markers and lengths stay, because few raw converters skip stray bytes. */
export async function listPreviewPatches(file: ByteReader, { start, bytes }: Preview): Promise<Patch[]> {
  const found = (await listJpegMetadata(new SectionReader(file, start, bytes))) ?? [];
  return found.map(each => ({ at: start + each.start, zeros: each.end - each.start }));
}

import { toByteText } from './byte-text.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';
import { type Box, listBoxes } from './iso-boxes.ts';
import { type Cleaner, freeBox } from './iso-cleaner.ts';
import { cleanItems } from './iso-items.ts';
import { readUint32 } from './iso-samples.ts';
import type { Section } from './parts.ts';
import { isCommentName, isPlaceName } from './place-name.ts';

/** Positions of QuickTime and 3GPP, of GoPro, of dashcams. Then comments and descriptions. */
const REMOVED = new Set([
  '©xyz',
  'loci',
  'gps ',
  'GPS ',
  'gpsd',
  'GPMF',
  'gpmd',
  '©cmt',
  '©des',
  '©inf',
  'desc',
  'ldes',
  'sdes',
  'dscp',
]);
const NESTED = new Set(['uuid', 'xml ', 'udta', 'XMP_']);
const MAX_KEYS_BYTES = 1024 * 1024;
const UUIDS_OF_EXIF = new Set(['JpgTiffExif->JP2']);
const UUID_OF_XMP = '\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac';
const UUID_OF_CANON = '\x85\xc0\xb6\x87\x82\x0f\x11\xe0\x81\x11\xf4\xce\x46\x2b\x6a\x48';
const UUID_BYTES = 16;
const MAX_NAME_BYTES = 1_000;

/** Removes places from a box that is no list of tracks. */
export async function cleanBox(cleaner: Cleaner, box: Box): Promise<void> {
  const { eraser } = cleaner;
  if (REMOVED.has(box.type)) return freeBox(cleaner, box);
  if (box.type === 'udta') return cleanChildren(cleaner, box);
  if (box.type === 'meta') return cleanMeta(cleaner, box);
  if (box.type === 'uuid') return cleanUuid(cleaner, box);
  if (box.type === 'XMP_' || box.type === 'xml ') return eraser.cleanXmp([box]);
  if (box.type === 'Exif' || /^CMT\d$/.test(box.type)) return eraser.cleanExif([box]);
  return eraser.search(box);
}

async function cleanChildren(cleaner: Cleaner, parent: Section): Promise<void> {
  for await (const box of listBoxes(cleaner, parent)) await cleanBox(cleaner, box);
}

async function cleanUuid(cleaner: Cleaner, box: Box): Promise<void> {
  const id = decodeLatin1(await cleaner.file.read(box.start, Math.min(UUID_BYTES, box.end - box.start)));
  const content = { start: box.start + UUID_BYTES, end: box.end };
  if (id === UUID_OF_XMP) return cleaner.eraser.cleanXmp([content]);
  if (UUIDS_OF_EXIF.has(id)) return cleaner.eraser.cleanExif([content]);
  if (id === UUID_OF_CANON) return cleanChildren(cleaner, content);
  return cleaner.eraser.search(content);
}

async function cleanMeta(cleaner: Cleaner, box: Box): Promise<void> {
  const head = decodeLatin1(await cleaner.file.read(box.start, Math.min(8, box.end - box.start)));
  // QuickTime has no version and flags there.
  const content = { start: box.start + (head.slice(4) === 'hdlr' ? 0 : 4), end: box.end };
  const boxes: Box[] = [];
  for await (const child of listBoxes(cleaner, content)) boxes.push(child);
  const keys = await readKeys(
    cleaner,
    boxes.find(({ type }) => type === 'keys'),
  );
  for (const child of boxes) {
    if (child.type === 'ilst') await cleanList(cleaner, child, keys);
    if (NESTED.has(child.type) || REMOVED.has(child.type)) await cleanBox(cleaner, child);
  }
  await cleanItems(cleaner, boxes);
}

/** The names of the entries of a list in QuickTime, whose types are their numbers from 1 on. */
async function readKeys(cleaner: Cleaner, box: Box | undefined): Promise<string[]> {
  if (!box || box.end - box.start > MAX_KEYS_BYTES) return [];
  const bytes = await cleaner.file.read(box.start, box.end - box.start);
  const text = toByteText(bytes);
  const names: string[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const size = readUint32(bytes, at);
    if (size < 8) break;
    names.push(text.slice(at + 8, at + size));
    at += size;
  }
  return names;
}

async function cleanList(cleaner: Cleaner, list: Box, keys: readonly string[]): Promise<void> {
  for await (const item of listBoxes(cleaner, list)) {
    const name = keys[toNumber(item.type) - 1] ?? (await readName(cleaner, item));
    if (REMOVED.has(item.type) || isPlaceName(name) || isCommentName(name)) freeBox(cleaner, item);
    else if (item.type === 'covr') await cleaner.eraser.searchExif(item);
    else await cleaner.eraser.search(item);
  }
}

/** Programs name their own entries (`----`) in `name`. */
async function readName(cleaner: Cleaner, item: Box): Promise<string> {
  if (item.type !== '----') return '';
  for await (const { type, start, end } of listBoxes(cleaner, item))
    if (type === 'name')
      return decodeLatin1(await cleaner.file.read(start + 4, Math.min(end - start - 4, MAX_NAME_BYTES)));
  return '';
}

function toNumber(type: string): number {
  return viewBytes(Uint8Array.from(type, letter => letter.charCodeAt(0))).getUint32(0);
}

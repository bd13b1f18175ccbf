import { viewBytes } from './bytes.ts';
import { type Box, spendSamples, type Walk } from './iso-boxes.ts';
import type { Track } from './iso-tracks.ts';
import type { Section } from './parts.ts';

/** Eleven hours of video with 100 samples a second. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024;

/**
 * The samples of a track outside of fragments, in their order. If its tables are missing, too large or impossible, the walk is
 * broken.
 */
export async function readSamples(walk: Walk, { boxes }: Track): Promise<Iterable<Section>> {
  const sizes = await readTable(walk, boxes.get('stsz') ?? boxes.get('stz2'));
  const runs = await readTable(walk, boxes.get('stsc'));
  const offsets = await readTable(walk, boxes.get('stco') ?? boxes.get('co64'));
  const count = readUint32(sizes, 8);
  if (!spendSamples(walk, count)) walk.isBroken = true;
  if (walk.isBroken) return [];
  const getSize = boxes.has('stsz') ? createSizes(sizes) : createCompactSizes(sizes);
  return listSamples(walk, { count, getSize, runs, offsets, isLong: !boxes.has('stco') });
}

async function readTable(walk: Walk, box: Box | undefined): Promise<Uint8Array> {
  if (box && box.end - box.start <= MAX_TABLE_BYTES)
    return Uint8Array.from(await walk.file.read(box.start, box.end - box.start));
  walk.isBroken = true;
  return new Uint8Array(0);
}

interface Tables {
  count: number;
  /** Of a sample, by its index; undefined if the table ends before. */
  getSize: (index: number) => number | undefined;
  runs: Uint8Array;
  offsets: Uint8Array;
  isLong: boolean;
}

function* listSamples(walk: Walk, { count, getSize, runs, offsets, isLong }: Tables): Generator<Section> {
  let run = 0;
  let sample = 0;
  for (let chunk = 1; sample < count; chunk++) {
    if (readUint32(runs, 8 + 12 * (run + 1)) === chunk && run + 1 < readUint32(runs, 4)) run++;
    const perChunk = readUint32(runs, 12 + 12 * run);
    let at = readOffset(offsets, chunk - 1, isLong);
    for (let left = Math.min(perChunk, count - sample); left > 0 && at !== undefined; left--) {
      const size = getSize(sample++);
      if (size !== undefined) yield { start: at, end: at + size };
      at = size === undefined ? undefined : at + size;
    }
    if (perChunk > 0 && at !== undefined) continue;
    walk.isBroken = true;
    return;
  }
}

function createSizes(table: Uint8Array): Tables['getSize'] {
  const all = readUint32(table, 4);
  return index =>
    all > 0 ? all : 16 + 4 * index > table.length ? undefined : readUint32(table, 12 + 4 * index);
}

function createCompactSizes(table: Uint8Array): Tables['getSize'] {
  const bits = table[7] ?? 0;
  return index => {
    const at = 12 + Math.floor((index * bits) / 8);
    const byte = table[at];
    if (byte === undefined) return undefined;
    if (bits === 16) return byte * 256 + (table[at + 1] ?? 0);
    return bits === 8 ? byte : index % 2 === 0 ? byte >> 4 : byte & 15;
  };
}

function readOffset(table: Uint8Array, index: number, isLong: boolean): number | undefined {
  const at = 8 + index * (isLong ? 8 : 4);
  if (at + (isLong ? 8 : 4) > table.length || index >= readUint32(table, 4)) return undefined;
  return isLong ? Number(viewBytes(table).getBigUint64(at)) : readUint32(table, at);
}

/** 0 behind the end. */
export function readUint32(bytes: Uint8Array, at: number): number {
  return at + 4 > bytes.length ? 0 : viewBytes(bytes).getUint32(at);
}

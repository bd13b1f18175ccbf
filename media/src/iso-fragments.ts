import { viewBytes } from './bytes.ts';
import { type Box, listBoxes, spendSamples, type Walk } from './iso-boxes.ts';
import { readUint32 } from './iso-samples.ts';
import type { Section } from './parts.ts';

const MAX_TABLE_BYTES = 4 * 1024 * 1024;
const HAS_BASE = 0x1;
const HAS_DESCRIPTION = 0x2;
const HAS_DURATION = 0x8;
const HAS_SIZE = 0x10;
const BASE_IS_FRAGMENT = 0x2_0000;
const RUN_HAS_OFFSET = 0x1;
const RUN_HAS_FIRST_FLAGS = 0x4;
/** Of a sample in a run, with 4 bytes each: duration, size, flags, time of composition. */
const RUN_FIELDS = [0x100, 0x200, 0x400, 0x800];
const RUN_HAS_SIZE = 0x200;

export interface FragmentSamples {
  trackId: number;
  samples: Section[];
}

/** The default sizes of samples in fragments, by track (`trex` boxes). */
export async function readDefaultSizes(
  walk: Walk,
  extension: Box,
  sizes: Map<number, number>,
): Promise<void> {
  for await (const box of listBoxes(walk, extension)) {
    if (box.type !== 'trex') continue;
    const bytes = await walk.file.read(box.start, 20);
    sizes.set(readUint32(bytes, 4), readUint32(bytes, 16));
  }
}

/** Undefined for a fragment that cannot be read. */
export async function readFragment(
  walk: Walk,
  moof: Box,
  defaultSizes: ReadonlyMap<number, number>,
): Promise<FragmentSamples[] | undefined> {
  const found: FragmentSamples[] = [];
  let dataEnd = moof.at;
  for await (const traf of listBoxes(walk, moof)) {
    if (traf.type !== 'traf') continue;
    const fragment = await readTrackFragment(walk, traf, { moofAt: moof.at, dataEnd, defaultSizes });
    if (!fragment) return undefined;
    dataEnd = fragment.samples.at(-1)?.end ?? dataEnd;
    found.push(fragment);
  }
  return found;
}

interface Context {
  moofAt: number;
  /** Of the track fragment before, where this one begins if it names no place. */
  dataEnd: number;
  defaultSizes: ReadonlyMap<number, number>;
}

interface Defaults {
  trackId: number;
  base: number;
  size: number;
}

async function readTrackFragment(
  walk: Walk,
  traf: Box,
  context: Context,
): Promise<FragmentSamples | undefined> {
  let defaults: Defaults | undefined;
  let at = context.dataEnd;
  const samples: Section[] = [];
  for await (const box of listBoxes(walk, traf)) {
    if (box.end - box.start > MAX_TABLE_BYTES) return undefined;
    if (box.type === 'tfhd') {
      defaults = readDefaults(await walk.file.read(box.start, box.end - box.start), context);
      at = defaults.base;
    }
    if (box.type !== 'trun') continue;
    if (
      !defaults ||
      !addRun(walk, samples, await walk.file.read(box.start, box.end - box.start), { ...defaults, at })
    )
      return undefined;
    at = samples.at(-1)?.end ?? at;
  }
  return { trackId: defaults?.trackId ?? 0, samples };
}

function readDefaults(bytes: Uint8Array, { moofAt, dataEnd, defaultSizes }: Context): Defaults {
  const flags = readUint32(bytes, 0) & 0xff_ffff;
  const trackId = readUint32(bytes, 4);
  let at = 8;
  let base = flags & BASE_IS_FRAGMENT ? moofAt : dataEnd;
  if (flags & HAS_BASE && bytes.length >= at + 8) base = Number(viewBytes(bytes).getBigUint64(at));
  if (flags & HAS_BASE) at += 8;
  for (const field of [HAS_DESCRIPTION, HAS_DURATION]) if (flags & field) at += 4;
  return { trackId, base, size: flags & HAS_SIZE ? readUint32(bytes, at) : (defaultSizes.get(trackId) ?? 0) };
}

/** Whether the run can be read. */
function addRun(
  walk: Walk,
  samples: Section[],
  bytes: Uint8Array,
  { base, size, at: from }: Defaults & { at: number },
): boolean {
  const flags = readUint32(bytes, 0) & 0xff_ffff;
  const count = readUint32(bytes, 4);
  let field = 8;
  let at = from;
  if (flags & RUN_HAS_OFFSET) {
    if (bytes.length < field + 4) return false;
    at = base + viewBytes(bytes).getInt32(field);
    field += 4;
  }
  if (flags & RUN_HAS_FIRST_FLAGS) field += 4;
  const fields = RUN_FIELDS.filter(present => flags & present);
  const step = 4 * fields.length;
  if (field + step * count > bytes.length || !spendSamples(walk, count) || at < 0) return false;
  const sizeAt = flags & RUN_HAS_SIZE ? 4 * fields.indexOf(RUN_HAS_SIZE) : undefined;
  for (let index = 0; index < count; index++) {
    const bytesOfSample = sizeAt === undefined ? size : readUint32(bytes, field + step * index + sizeAt);
    samples.push({ start: at, end: at + bytesOfSample });
    at += bytesOfSample;
  }
  return true;
}

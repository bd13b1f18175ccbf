import { toByteText } from './byte-text.ts';
import { decodeLatin1, viewBytes } from './bytes.ts';
import { findPositions, type Range } from './positions.ts';

/** The ranges of a sample that hold a place. `all` if it cannot be read. */
export type ListPlaces = (sample: Uint8Array) => readonly Range[] | 'all';

const MAX_DEPTH = 8;

/** GoPro's format (GPMF): keys with values, some of which are lists of the same kind. */
export const listGpmfPlaces: ListPlaces = sample => listGpmf(sample, 0, sample.length, 0);

function listGpmf(sample: Uint8Array, from: number, end: number, depth: number): Range[] | 'all' {
  const view = viewBytes(sample);
  const found: Range[] = [];
  for (let at = from; at + 8 <= end && view.getUint32(at) !== 0; ) {
    const start = at + 8;
    const next = start + Math.ceil((view.getUint8(at + 5) * view.getUint16(at + 6)) / 4) * 4;
    if (next > end || depth > MAX_DEPTH) return 'all';
    if (decodeLatin1(sample.subarray(at, at + 3)) === 'GPS') found.push({ start, end: next });
    else if (view.getUint8(at + 4) === 0) {
      const inner = listGpmf(sample, start, next, depth + 1);
      if (inner === 'all') return 'all';
      found.push(...inner);
    }
    at = next;
  }
  return found;
}

/** Google's format for cameras (CAMM): 5 and 6 are positions. */
export const listCammPlaces: ListPlaces = sample => {
  if (sample.length < 4) return [];
  const type = viewBytes(sample).getUint16(2, true);
  return type === 5 || type === 6 ? [{ start: 4, end: sample.length }] : [];
};

/** Apple's format: values in boxes whose type is the number of a key. */
export function createKeyedPlaces(places: ReadonlySet<number>): ListPlaces {
  return sample => {
    const view = viewBytes(sample);
    const found: Range[] = [];
    for (let at = 0; at + 8 <= sample.length; ) {
      const end = at + view.getUint32(at);
      if (end < at + 8 || end > sample.length) return 'all';
      if (places.has(view.getUint32(at + 4)) && end > at + 8) found.push({ start: at + 8, end });
      at = end;
    }
    return found;
  };
}

export const listTextPlaces: ListPlaces = sample => findPositions(toByteText(sample));

export const listAll: ListPlaces = () => 'all';

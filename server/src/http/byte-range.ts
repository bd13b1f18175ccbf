import type { ByteRange } from '../files/storage/storage.ts';

const RANGE_SPEC = /^\s*(\d*)-(\d*)\s*$/;

/** Returns `none` for a range outside of `size`. Undefined means everything: for several ranges, and for other units. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const specs = header?.match(/^ *bytes=(.*)$/)?.[1];
  if (specs === undefined) return undefined;
  const matches = specs.split(',').map(spec => RANGE_SPEC.exec(spec));
  const ranges = matches.flatMap(match => (match ? [toRange(match[1] ?? '', match[2] ?? '', size)] : []));
  const [range, ...others] = ranges.filter(({ start, end }) => start <= end);
  if (!range) return 'none';
  return others.length === 0 ? range : undefined;
}

function toRange(first: string, last: string, size: number): ByteRange {
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

import type { Row } from '../rows.ts';

/** Inclusive. Rows that are not stored yet have no seq and come last. */
export interface SeqRange {
  from: number;
  to: number;
}

export const ALL_SEQS: SeqRange = { from: 0, to: Number.POSITIVE_INFINITY };
const NO_SEQS: SeqRange = { from: 1, to: 0 };

export function isInRange(
  { from, to }: SeqRange,
  { seq = Number.POSITIVE_INFINITY }: Pick<Row, 'seq'>,
): boolean {
  return seq >= from && seq <= to;
}

export function containsRange(outer: SeqRange, inner: SeqRange): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

/** The same object for all rows within the range, and for all rows outside of it, so that they do not render if it moves elsewhere. */
export function clipRange(range: SeqRange, rows: readonly Pick<Row, 'seq'>[]): SeqRange {
  const count = rows.filter(row => isInRange(range, row)).length;
  if (count === 0) return NO_SEQS;
  return count === rows.length ? ALL_SEQS : range;
}

import { formatNumber } from '../../strings/format-number.ts';

const MAX_COUNT = 99;

/** A count as a badge shows it: "7", and from a hundred on "99+". */
export function formatBadge(count: number): string {
  return count > MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : formatNumber(count);
}

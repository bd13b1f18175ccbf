import { formatNumber } from '../../strings/format-number.ts';

const MOST = 99;

/** A count as a badge shows it: "7", and from a hundred on "99+". */
export function formatBadge(count: number): string {
  return count > MOST ? `${formatNumber(MOST)}+` : formatNumber(count);
}

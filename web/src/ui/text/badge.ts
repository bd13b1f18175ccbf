import { formatNumber } from '../../strings/format-number.ts';

const MAX_COUNT = 99;

/** "7", or "99+" from 100 on. */
export function formatBadge(count: number): string {
  return count > MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : formatNumber(count);
}

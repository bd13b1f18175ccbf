import { formatNumber } from '../strings/format-number.ts';

/** "7", or "1,000+" if the server has stopped counting at `max`. */
export function formatCount(count: number, max: number): string {
  return count >= max ? `${formatNumber(max)}+` : formatNumber(count);
}

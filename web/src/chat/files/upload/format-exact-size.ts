import { formatNumber } from '../../../strings/format-number.ts';
import { strings } from '../../../strings/strings.ts';

const KILOBYTE = 1024;

/** "5,001 KB"; in bytes if the limit is below 1 MB. `round`: to whole kilobytes. */
export function formatExactSize(bytes: number, limit: number, round: (amount: number) => number): string {
  const { units, size } = strings.files;
  if (limit < KILOBYTE ** 2) return size(formatNumber(bytes), units[0] ?? '');
  return size(formatNumber(round(bytes / KILOBYTE)), units[1] ?? '');
}

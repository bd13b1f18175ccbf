import { formatNumber } from '../../../strings/format-number.ts';
import { strings } from '../../../strings/strings.ts';

const UNIT_FACTOR = 1024;
const FORMAT = { maximumFractionDigits: 1, useGrouping: false };

/** "17 B", "4.9 MB". Each unit is 1,024 of the previous one. */
export function formatSize(bytes: number): string {
  const { units, size } = strings.files;
  // Rounds first, so that 1,048,575 bytes do not become "1024 KB".
  const amounts = units.map((_unit, power) => Math.round((bytes / UNIT_FACTOR ** power) * 10) / 10);
  const fitting = amounts.findIndex(amount => amount < UNIT_FACTOR);
  const index = fitting === -1 ? units.length - 1 : fitting;
  return size(formatNumber(amounts[index] ?? bytes, FORMAT), units[index] ?? '');
}

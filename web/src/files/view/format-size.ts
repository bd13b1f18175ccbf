import { formatNumber } from '../../strings/format-number.ts';
import { words } from '../../strings/strings.ts';

const STEP = 1024;
const FORMAT = { maximumFractionDigits: 1, useGrouping: false };

/** Whole kilobytes, rounded up: "5,001 KB". */
export function formatKilobytes(bytes: number): string {
  const { units, size } = words.files;
  return size(formatNumber(Math.ceil(bytes / STEP)), units[1] ?? '');
}

/** A size in bytes as people read it: "17 B", "4.9 MB". Each unit is 1,024 of the one before. */
export function formatSize(bytes: number): string {
  const { units, size } = words.files;
  // By what is shown, so that 1,048,575 bytes do not read "1024 KB".
  const amounts = units.map((_unit, power) => Math.round((bytes / STEP ** power) * 10) / 10);
  const fitting = amounts.findIndex(amount => amount < STEP);
  const index = fitting === -1 ? units.length - 1 : fitting;
  return size(formatNumber(amounts[index] ?? bytes, FORMAT), units[index] ?? '');
}

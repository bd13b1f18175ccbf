const UNITS = ['B', 'KB', 'MB', 'GB'];
const STEP = 1024;

const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1, useGrouping: false });

/** A size in bytes as people read it: "17 B", "4.9 MB". Each unit is 1,024 of the one before. */
export function formatSize(bytes: number): string {
  const shown = UNITS.map((unit, power) => ({ unit, words: format.format(bytes / STEP ** power) }));
  // By what is shown, so that 1,048,575 bytes do not read "1024 KB".
  const fitting = shown.find(({ words }) => Number(words) < STEP) ?? shown.at(-1);
  return `${fitting?.words} ${fitting?.unit}`;
}

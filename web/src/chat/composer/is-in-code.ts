/** After an odd number of backticks in a row, or of lines with them. */
export function isInCode(before: string): boolean {
  const isOdd = (found: RegExpMatchArray | null) => (found?.length ?? 0) % 2 === 1;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return isOdd(before.match(/`{3,}/g)) || isOdd(line.match(/`+/g));
}

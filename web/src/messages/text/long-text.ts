/** As many letters as a line of a phone takes, at least. */
const MIN_LINE_LENGTH = 28;
/** Fewer lines are never high. */
const MAX_LINES = 38;

/** Whether a text may be higher than the screen somewhere. */
export function isLongText(text: string): boolean {
  if (text.length < MAX_LINES) return false;
  let lines = Math.floor(text.length / MIN_LINE_LENGTH);
  for (let at = text.indexOf('\n'); at !== -1 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines > MAX_LINES;
}

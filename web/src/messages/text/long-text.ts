/** As many letters as a line of a phone takes, at least. */
const LETTERS = 28;
/** Fewer lines are never high. */
const LINES = 38;

/** Whether a text may be higher than the screen somewhere. */
export function isLong(text: string): boolean {
  if (text.length < LINES) return false;
  let lines = Math.floor(text.length / LETTERS);
  for (let at = text.indexOf('\n'); at !== -1 && lines <= LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines > LINES;
}

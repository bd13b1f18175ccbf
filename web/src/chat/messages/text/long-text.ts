/** Characters that fit on a line of a phone, at least. */
const MIN_LINE_LENGTH = 28;
/** This many lines fit below `MAX_COLLAPSED_HEIGHT_PX`. */
const MAX_LINES = 38;

export function isLongText(text: string): boolean {
  if (text.length < MAX_LINES) return false;
  let lines = Math.floor(text.length / MIN_LINE_LENGTH);
  for (let at = text.indexOf('\n'); at !== -1 && lines <= MAX_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines > MAX_LINES;
}

/** Several texts as one message: apps often say the same in two of them. */
export function joinTexts(texts: readonly string[]): string {
  const said = texts.map(text => text.trim()).filter(text => text !== '');
  const told = said.filter(
    (text, index) => !said.some((other, at) => at !== index && holds(other, text, at < index)),
  );
  return told.join('\n');
}

/** Whether one text is in another; of two that are the same, the first stays. */
function holds(other: string, text: string, isBefore: boolean): boolean {
  return other.includes(text) && (other !== text || isBefore);
}

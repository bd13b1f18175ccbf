/** Several texts as one message: apps often say the same in two of them. */
export function joinTexts(texts: readonly string[]): string {
  const trimmed = texts.map(text => text.trim()).filter(text => text !== '');
  const distinct = trimmed.filter(
    (text, index) => !trimmed.some((other, at) => at !== index && isContained(other, text, at < index)),
  );
  return distinct.join('\n');
}

/** Whether one text is in another; of two that are the same, the first stays. */
function isContained(other: string, text: string, isBefore: boolean): boolean {
  return other.includes(text) && (other !== text || isBefore);
}

/** Joins several texts to one message. Apps often repeat the link or the title in the text. */
export function joinTexts(texts: readonly string[]): string {
  const trimmed = texts.map(text => text.trim()).filter(text => text !== '');
  const distinct = trimmed.filter(
    (text, index) => !trimmed.some((other, at) => at !== index && isContained(other, text, at < index)),
  );
  return distinct.join('\n');
}

/** Of two equal texts, the first stays. */
function isContained(other: string, text: string, isBefore: boolean): boolean {
  return other.includes(text) && (other !== text || isBefore);
}

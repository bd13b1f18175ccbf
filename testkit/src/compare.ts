/** Throws, naming `what`, where two values are not the same to the last field. */
export function assertEqual(description: string, actual: unknown, expected: unknown): void {
  const [left, right] = [stableStringify(actual), stableStringify(expected)];
  if (left !== right)
    throw new Error(`${description}:\n  is        ${truncate(left)}\n  should be ${truncate(right)}`);
}

/** A value in words, the same whatever order its fields came in. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function truncate(text = 'undefined'): string {
  return text.length > 600 ? `${text.slice(0, 600)}... (${text.length} characters)` : text;
}
